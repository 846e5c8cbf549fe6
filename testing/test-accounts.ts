import { createHmac, randomBytes, scrypt } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/core/database/database.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { createDetailsCipher } from '#server/mail/out/email-details.ts';
import { openApp } from '#server/open-app.ts';
import { type Auth, authOf } from '#server/people/staff/auth.ts';
import { passwordHash } from '#server/people/staff/password-hash.ts';
import type { RequestContext } from '#server/people/staff/request-context.ts';
import type { Role } from '#server/people/staff/staff-member.ts';
import { setClock } from './databases.ts';
import { makeFolder } from './test-run.ts';

export const goodPassword = 'tram velvet orbit 9';

/** A browser with its cookies, for calls without HTTP. */
export function createTestBrowser(address = '203.0.113.7') {
  const jar = new Map<string, string>();
  return {
    context: (): RequestContext => ({
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      address,
      browser: 'Test browser',
    }),
    saveCookies: <T extends { cookies: string[] }>(result: T): T => {
      for (const cookie of result.cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/max-age=0/i.test(cookie) || value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return result;
    },
    cookies: jar,
  };
}

/** The product's scrypt with a 32nd of its cost, which was a third of the time of all tests of staff. */
const cheapPasswordHash = {
  hash: async (password: string) => {
    const salt = randomBytes(16);
    return `${salt.toString('hex')}:${(await cheapScrypt(password, salt)).toString('hex')}`;
  },
  verify: async ({ hash, password }: { hash: string; password: string }) => {
    const [salt = '', key] = hash.split(':');
    return (await cheapScrypt(password, Buffer.from(salt, 'hex'))).toString('hex') === key;
  },
};

function cheapScrypt(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, 64, { N: 512, r: 16, p: 1 }, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** The link in an e-mail about an account, from its row in the outbox. */
export function linkIn(email: { details: string | null } | undefined): URL {
  return new URL(JSON.parse(email?.details ?? '{}').url);
}

export type TestStaff = Awaited<ReturnType<typeof joinAsStaff>>;

/** A member of staff who was invited, has joined and set up an app: signed in, with what is needed to sign in again. `now`: the clock of the product. */
export async function joinAsStaff(
  auth: Auth,
  email: string,
  role: Role = 'handler',
  name = email.split('@')[0] ?? email,
  now = () => Date.now(),
) {
  const browser = createTestBrowser();
  const link = await auth.invite({ id: null, name: 'Server' }, email, role);
  const invitation = new URL(link).searchParams.get('invitation') ?? '';
  const joined = browser.saveCookies(await auth.join({ invitation, name, password: goodPassword }, browser.context()));
  if (joined.kind !== 'joined') throw new Error(joined.message);
  const state = await auth.read(browser.context(), { active: true });
  if (state.kind !== 'enrolment required') throw new Error(`joined as ${state.kind}`);
  const begun = await auth.secondFactor.begin(state.staff, { password: goodPassword }, browser.context());
  if (begun.kind !== 'begun') throw new Error(begun.message);
  const { sealed, uri, recoveryCodes } = begun.enrolment;
  const given = { sealed, code: codeFor(uri, now()) };
  const confirmed = browser.saveCookies(await auth.secondFactor.confirm(state.staff, given, browser.context()));
  if (confirmed.kind !== 'set up') throw new Error(confirmed.message);
  return { browser, staff: state.staff, uri, recoveryCodes, code: () => codeFor(uri, now()) };
}

/** Real accounts and sign-in on this database. Date stands still until `advance` moves it; nothing else is faked. */
export async function createTestAuth(
  database: Database,
  options: { isLimited?: boolean; secret?: string; previousSecret?: string; hasFullHashCost?: boolean } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await setClock(database, Date.now());
  const { secret = 'a secret of thirty-two characters', previousSecret } = options;
  const env = readEnv({
    DATA_DIR: await makeFolder(),
    SITE_URL: 'https://kerbside.example',
    AUTH_SECRET: secret,
    AUTH_SECRET_PREVIOUS: previousSecret,
    RATE_LIMIT: options.isLimited ? 'on' : 'off',
  });
  const app = await openApp(env, {
    db: database,
    passwordHash: options.hasFullHashCost ? passwordHash : cheapPasswordHash,
    now: () => Date.now(),
    jobs: { wake: () => {}, lastTickAt: () => Date.now() },
  });
  const { audit } = app;
  const auth = authOf(app);
  const cipher = createDetailsCipher(secret, previousSecret);

  return {
    app,
    auth,
    audit,
    join: (email: string, role?: Role, name?: string) => joinAsStaff(auth, email, role, name),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
    /** E-mails of this template that were added, with their details decrypted. */
    emails: async (kind: string) => {
      const rows = await database.db.selectFrom('jobs').selectAll().where('template', '=', kind).execute();
      return rows.map((row) => ({ ...row, details: row.payload && JSON.stringify(cipher.decrypt(row.payload)) }));
    },
    actions: async () => (await audit.newest({ before: null, subjectIds: null, limit: 100 })).map(({ action }) => action),
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits an authenticator app shows for this otpauth:// address (RFC 6238: SHA-1, 30 seconds). */
export function codeFor(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

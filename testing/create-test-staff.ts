import { onTestFinished, vi } from 'vitest';
import { createAudit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/open.ts';
import { createDetailsCipher } from '#server/email/email-details.ts';
import { type Auth, createAuth } from '#server/staff/auth.ts';
import type { Ask } from '#server/staff/request-context.ts';
import type { Role } from '#server/staff/staff.ts';
import { codeFor } from './totp.ts';

export const goodPassword = 'tram velvet orbit 9';

/** A browser as the door sees it: it keeps the cookies it is given. */
export function createTestBrowser(address = '203.0.113.7') {
  const jar = new Map<string, string>();
  return {
    context: (): Ask => ({
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      address,
      browser: 'Test browser',
    }),
    saveCookies: <T extends { cookies: string[] }>(answer: T): T => {
      for (const cookie of answer.cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/max-age=0/i.test(cookie) || value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    cookies: jar,
  };
}

/** The link in an e-mail about an account, from its row in the outbox. */
export function linkIn(letter: { details: string | null } | undefined): URL {
  return new URL(JSON.parse(letter?.details ?? '{}').url);
}

export type TestStaff = Awaited<ReturnType<typeof joinAsStaff>>;

/** Somebody who was invited, has joined, and set up an app: signed in, with what it takes to come back. */
export async function joinAsStaff(auth: Auth, email: string, role: Role = 'handler', name = email.split('@')[0] ?? email) {
  const browser = createTestBrowser();
  const link = await auth.invite({ id: null, name: 'Server' }, email, role);
  const invitation = new URL(link).searchParams.get('invitation') ?? '';
  const joined = browser.saveCookies(await auth.join({ invitation, name, password: goodPassword }, browser.context()));
  if (joined.kind !== 'joined') throw new Error(joined.words);
  const visit = await auth.read(browser.context(), { active: true });
  if (visit.kind !== 'enrol') throw new Error(`joined as ${visit.kind}`);
  const begun = await auth.secondFactor.begin(visit.staff, { password: goodPassword }, browser.context());
  if (begun.kind !== 'begun') throw new Error(begun.words);
  const { sealed, uri, recoveryCodes } = begun.enrolment;
  const given = { sealed, code: codeFor(uri) };
  const confirmed = browser.saveCookies(await auth.secondFactor.confirm(visit.staff, given, browser.context()));
  if (confirmed.kind !== 'set up') throw new Error(confirmed.words);
  return { browser, staff: visit.staff, uri, recoveryCodes, code: () => codeFor(uri) };
}

/** The door over a store, with a clock that stands still until it is moved; only the Date is not the real one. */
export function createTestAuth(
  database: Database,
  options: { limited?: boolean; secret?: string; previousSecret?: string } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const now = () => Date.now();
  const secret = options.secret ?? 'a secret of thirty-two characters';
  const cipher = createDetailsCipher(secret, options.previousSecret);
  const audit = createAudit({ database, now });
  const auth = createAuth({
    ...{ database, audit, now },
    secret,
    previousSecret: options.previousSecret ?? null,
    siteUrl: 'https://kerbside.example',
    limited: options.limited ?? false,
    wakeWorker: () => {},
  });

  return {
    auth,
    audit,
    join: (email: string, role?: Role, name?: string) => joinAsStaff(auth, email, role, name),
    /** Moves the clock on. */
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
    /** With their details as the worker reads them. */
    emails: async (kind: string) => {
      const rows = await database.db.selectFrom('jobs').selectAll().where('template', '=', kind).execute();
      return rows.map((row) => ({ ...row, details: row.payload && JSON.stringify(cipher.decrypt(row.payload)) }));
    },
    actions: async () => (await audit.newest({ before: null, subjectId: null, limit: 100 })).map(({ action }) => action),
  };
}

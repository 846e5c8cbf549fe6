import { randomUUID } from 'node:crypto';
import { claim as claimForm } from '#forms/claim.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { receiveFile } from '#server/files/receive.ts';
import { openApp } from '#server/open-app.ts';
import { linkOf } from '#server/people/claimant/claim-link.ts';
import { claimCookie } from '#server/people/claimant/claim-session.ts';
import { evidenceFiles } from './fixtures/evidence-files.ts';
import { aoife } from './fixtures/people.ts';
import { olu } from './fixtures/test-staff.ts';
import { longTimeouts, query } from './postgres-server.ts';
import { type Services, servicesOf } from './services-of.ts';

/** How often PostgreSQL ended a transaction because of a deadlock, and what was refused, by what it was. */
type RoundCounts = { deadlocks: number; refused: string[] };

/**
 * Two instances on one PostgreSQL. In each round both of them get photographs, notes and messages for one claim, and new claims, all
 * at the same time. The next round has the claim that came in this one.
 */
export async function runRoundsAtOnce(options: { databaseUrl: string; dataDir: string; rounds: number }): Promise<RoundCounts> {
  const { databaseUrl, dataDir, rounds } = options;
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SITE_URL: 'https://kerbside.example',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  const open = async () => servicesOf(await openApp(env, { limits: { postgres: longTimeouts } }));
  const instances = [await open(), await open()];
  for (const instance of instances) instance.start();
  const [first] = instances as [Services];
  const refused: string[] = [];

  /** `work` returns null where it succeeded, otherwise what was said. */
  async function attempt(name: string, work: () => Promise<string | null>): Promise<void> {
    const said = await work().catch((error: Error) => error.message);
    if (said !== null) refused.push(`${name}: ${said}`);
  }

  async function accept({ accept }: Services) {
    const accepted = await accept({
      form: claimForm,
      answers: { ...aoife, additionalInfo: randomUUID() },
      idempotencyKey: randomUUID(),
      cameBy: 'rest',
    });
    if (!('submission' in accepted)) throw new Error(accepted.kind);
    return accepted.submission;
  }

  const acts = (instance: Services, { id, reference, cookie }: { id: string; reference: string; cookie: string }) => [
    attempt('photograph', async () => {
      const bytes = evidenceFiles.jpeg(2_000);
      const stream = (async function* () {
        yield bytes;
      })();
      const received = await receiveFile(instance.app, id, 'claimant', { name: 'photo.jpg', stream, size: bytes.length });
      return received.kind === 'received' ? null : received.message;
    }),
    attempt('note', async () => {
      const outcome = await instance.desk.runAction(olu, id, { type: 'note added', text: 'Called.' });
      return outcome.kind === 'done' ? null : outcome.kind;
    }),
    attempt('message', async () => {
      const form: Record<string, string> = { act: 'message', reference, text: 'Any news?', key: randomUUID() };
      const outcome = await instance.claimant.run(cookie, (name) => form[name] ?? '');
      return outcome.kind === 'done' ? null : outcome.message;
    }),
  ];

  try {
    let next = await accept(first);
    for (let round = 0; round < rounds; round += 1) {
      const { id, reference } = next;
      const token = linkOf(first.app, next)?.split('/').at(-1) ?? '';
      const cookie = claimCookie(token, env.siteUrl).split(';')[0] ?? '';
      await Promise.all([
        ...instances.flatMap((instance) => acts(instance, { id, reference, cookie })),
        ...instances.map((instance) =>
          attempt('claim', async () => {
            next = await accept(instance);
            return null;
          }),
        ),
      ]);
    }
  } finally {
    for (const instance of instances) await instance.close();
  }
  const [row] = await query(databaseUrl, 'select deadlocks from pg_stat_database where datname = current_database()');
  return { deadlocks: Number(row?.deadlocks), refused };
}

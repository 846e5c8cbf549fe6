// Protects: a one-time link is in clear text in no store, log or backup.
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#server/core/database/database.ts';
import { migrate, openDatabase } from '#server/core/database/open.ts';
import { backUp } from '#server/operations/backup/back-up.ts';
import { tables } from '#server/operations/backup/copy.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { longTimeouts } from '#testing/postgres-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createTestAuth } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';
import { retryEmails } from './backlog.ts';

const databases = testDatabases();
const email = 'hana@kerbside.example';

/** Every byte of every file below a folder. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(joinPath(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

async function rowsOf({ db }: Database): Promise<string> {
  const all = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  return JSON.stringify(all.map(({ rows }) => rows));
}

describe('one-time links', () => {
  async function openStore() {
    const place = await databases.newPlace();
    const database = openDatabase(place, { timeouts: longTimeouts });
    onTestFinished(() => database.close());
    await migrate(database);
    /** Everything that an intruder who can read files or rows would find. */
    const everything = async () => `${await rowsOf(database)}\n${bytesIn(place.dataDir)}`;
    const testMail = await withMail(await createTestDesk(database));
    const { advance, clock, emails } = testMail;
    await advance(Date.now() - tenOClock);
    const startWorker = () => {
      const outbox = testMail.startWorker();
      /** Waits while the clock goes on, but not past the lease of an email that is being sent. */
      const all = (what: string, isSo: (email: Awaited<ReturnType<typeof emails>>[number]) => boolean) =>
        until(what, async () => {
          if ((await emails()).every(({ lease_until: until }) => until === null)) await advance(1_000);
          const woken = clock.time;
          outbox.wake();
          // Wake-ups without a pause would hold the jobs back.
          await until('a tick', () => outbox.lastTickAt() >= woken);
          return (await emails()).every(isSo);
        });
      return { ...outbox, all };
    };
    return { ...testMail, place, everything, startWorker };
  }

  test('the link of an invitation or a new password is nowhere in the store, its log or a backup, before and after sending', async () => {
    const { place, database, everything, server, startWorker, clock } = await openStore();
    server.refuse.recipient = { code: 451, text: '4.3.0 Later' };
    const { auth, join } = await createTestAuth(database);
    // Emails are sent by the real clock, and an invitation ends after two days.
    vi.useRealTimers();
    const owner = await join('owner@kerbside.example', 'owner');
    expect(await auth.accounts.invite(owner.staff, email)).toEqual({ kind: 'done' });
    await auth.requestReset('owner@kerbside.example', null);
    const outbox = startWorker();
    await outbox.all('a first attempt', (received) => received.last_outcome === 'deferred');
    const backup = joinPath(temporaryFolder(), 'backup');
    await backUp(place, backup);
    const before = `${await everything()}\n${bytesIn(backup)}`;
    server.refuse.recipient = undefined;
    await retryEmails(database, clock.time);
    outbox.wake();
    await outbox.all('both', (received) => received.finished_at !== null);
    const tokens = server.emails.map(({ text }) => /[?](?:invitation|token)=([\w-]{20,})/.exec(text ?? '')?.[1] ?? '');
    expect(tokens.map((token) => token.length > 20)).toEqual([true, true]);
    const after = await everything();
    for (const token of tokens) expect([before.includes(token), after.includes(token)]).toEqual([false, false]);
    expect(await auth.invitation(tokens.find((_, i) => server.emails[i]?.envelope.to[0] === email) ?? '')).toMatchObject({
      email,
    });
  });

  test('the details of a failed email to a member of staff are erased, and it is not sent again', async () => {
    const { database, server, startWorker, emails, clock } = await openStore();
    server.refuse.recipient = { code: 550, text: '5.1.1 No such user' };
    const { auth } = await createTestAuth(database);
    vi.useRealTimers();
    await auth.accounts.invite(grace, email);
    const outbox = startWorker();
    await outbox.all('it to fail', (received) => received.failed_at !== null);
    expect(await emails()).toMatchObject([{ payload: null, attempts: 1 }]);
    expect(await retryEmails(database, clock.time)).toBe(0);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { crashWhileReading } from '#testing/mailbox-crash.ts';

/**
 * node bench/mailbox-crashes.ts [--kills=100] [--emails=1000]: kills the built product and Dovecot in turn while emails arrive in the
 * mailbox that it reads, and prints what became of them, and how long one takes to its claim while nothing is killed. Exit code 1 when
 * one is lost or comes twice.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, emails: { type: 'string', default: '1000' } },
});

const dovecot = findDovecot();
if (!dovecot) process.exit(1);
const server = await startImapServer(dovecot);
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-mailbox-crash-'));
const began = Date.now();
const counts = await crashWhileReading({
  kills: Number(values.kills),
  emails: Number(values.emails),
  dataDir,
  server,
  onKill: (kills) => kills % 10 === 0 && console.log(`${kills} kills, ${Math.round((Date.now() - began) / 1_000)} s`),
});
for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${count}`);
console.log(`load average       ${loadavg()[0]?.toFixed(1)}`);
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(counts.lost + counts.twice > 0 ? 1 : 0);

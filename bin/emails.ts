import { parseArgs } from 'node:util';
import { minute } from '#forms/durations.ts';
import { expectNotMoved } from '#server/core/database/moved-away.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { acknowledgeFailed, readRefusal, retryEmails, type StuckEmail, stuckEmails } from '#server/mail/out/backlog.ts';
import { runTool } from './run-tool.ts';

const maxShown = 50;
const longWaitMs = 15 * minute;

const help = `The submissions are in the desk: call the people.
  --send-again    tries all of these again
  --seen          counts those that failed as dealt with
To have emails for the team go elsewhere set MAIL_TO and restart Kerbside, then --send-again.`;

/**
 * npm run emails: lists the e-mails that need attention: those that failed or have waited for more than a quarter of an hour, or all
 * that wait while the mail server refuses our login or sender. With --send-again they are retried now; with --seen those that failed
 * are acknowledged. Works while the product serves.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: { 'send-again': { type: 'boolean', default: false }, seen: { type: 'boolean', default: false } },
  });
  const store = openDatabase(readEnv(process.env), { isForCommand: true });
  try {
    await expectNotMoved(store);
    const refusal = await readRefusal(store);
    if (refusal) {
      console.log(`The mail server refuses our login, our sender or every recipient (${minuteOf(refusal.at)}): ${refusal.reply}`);
      console.log('No email is lost. Correct SMTP_URL or MAIL_FROM and restart Kerbside: then all that wait are sent.\n');
    }
    const stuck = await stuckEmails(store, refusal ? Number.MAX_SAFE_INTEGER : Date.now() - longWaitMs);
    for (const email of stuck.slice(0, maxShown)) console.log(lineOf(email));
    if (stuck.length > maxShown) console.log(`… and ${stuck.length - maxShown} more.`);
    if (stuck.length === 0) console.log('No email needs anybody.');
    if (values['send-again']) {
      const when = refusal
        ? 'when the mail server takes our sender; until then one is, every two minutes'
        : 'within half a minute';
      console.log(`${await retryEmails(store, Date.now())} emails will be tried ${when}.`);
    }
    if (values.seen) console.log(`${await acknowledgeFailed(store, Date.now())} emails are counted as dealt with.`);
    if (stuck.length > 0 && !values['send-again'] && !values.seen) console.log(`\n${help}`);
  } finally {
    await store.close();
  }
});

function lineOf({ reference, formName, createdAt, failedAt, attempts, lastDetail }: StuckEmail): string {
  const state = `${failedAt ? 'failed' : 'waiting'}${attempts > 0 ? ` after ${attempts} attempts` : ''}`;
  return `${reference}  ${formName}  ${minuteOf(createdAt)}  ${state}  ${lastDetail ?? ''}`.trimEnd();
}

function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

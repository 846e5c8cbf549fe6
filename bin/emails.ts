import { parseArgs } from 'node:util';
import { openDatabase } from '#server/database/open.ts';
import { createBacklog } from '#server/email/backlog.ts';
import { readEnv } from '#server/env.ts';
import { runTool } from './run-tool.ts';

const maxShown = 50;

/**
 * npm run emails: lists the e-mails that need attention: failed, or waiting for more than a quarter of an hour.
 * With --send-again they are retried now; with --seen those that failed are acknowledged. Also while the product serves.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: { 'send-again': { type: 'boolean', default: false }, seen: { type: 'boolean', default: false } },
  });
  const store = openDatabase(readEnv(process.env));
  const backlog = createBacklog(store);
  try {
    const stuck = await backlog.stuck(Date.now() - 15 * 60_000);
    for (const email of stuck.slice(0, maxShown)) {
      const state = email.failedAt ? 'failed' : 'waiting';
      const since = new Date(email.createdAt).toISOString().slice(0, 16).replace('T', ' ');
      console.log(
        `${email.reference}  ${email.formName}  ${since}  ${state} after ${email.attempts} attempts  ${email.lastDetail ?? ''}`,
      );
    }
    if (stuck.length > maxShown) console.log(`… and ${stuck.length - maxShown} more.`);
    if (stuck.length === 0) console.log('No e-mail needs anybody.');
    if (values['send-again']) console.log(`${await backlog.retryNow(Date.now())} e-mails will be tried within half a minute.`);
    if (values.seen) console.log(`${await backlog.acknowledge(Date.now())} e-mails are counted as dealt with.`);
  } finally {
    await store.close();
  }
});

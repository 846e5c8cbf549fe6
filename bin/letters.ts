import { parseArgs } from 'node:util';
import { openDatabase } from '#server/database/open.ts';
import { readEnv } from '#server/env.ts';
import { createBacklog } from '#server/outbox/backlog.ts';
import { runTool } from './run-tool.ts';

const mostShown = 50;

/**
 * npm run letters: the letters that a person should see to: given up, or waiting for more than a quarter of an hour.
 * With --send-again they are tried again at once; with --seen those given up are counted as dealt with. Also while it serves.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: { 'send-again': { type: 'boolean', default: false }, seen: { type: 'boolean', default: false } },
  });
  const store = openDatabase(readEnv(process.env));
  const backlog = createBacklog(store);
  try {
    const stuck = await backlog.stuck(Date.now() - 15 * 60_000);
    for (const letter of stuck.slice(0, mostShown)) {
      const state = letter.gaveUpAt ? 'given up' : 'waiting';
      const since = new Date(letter.createdAt).toISOString().slice(0, 16).replace('T', ' ');
      console.log(
        `${letter.reference}  ${letter.formName}  ${since}  ${state} after ${letter.tries} tries  ${letter.lastAnswer ?? ''}`,
      );
    }
    if (stuck.length > mostShown) console.log(`… and ${stuck.length - mostShown} more.`);
    if (stuck.length === 0) console.log('No letter needs anybody.');
    if (values['send-again']) console.log(`${await backlog.sendAgain(Date.now())} letters will be tried within half a minute.`);
    if (values.seen) console.log(`${await backlog.markSeen(Date.now())} letters are counted as dealt with.`);
  } finally {
    await store.close();
  }
});

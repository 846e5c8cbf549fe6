import { parseArgs } from 'node:util';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { runTool } from './run-tool.ts';

/**
 * npm run audit:verify: reads the whole audit trail and says whether an event was changed, removed or inserted. Note the head it
 * prints in a place of your own; with --head NOTED it also finds out whether the end was cut off since.
 */
await runTool(async () => {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const store = openDatabase(readEnv(process.env));
  try {
    const result = await verifyChain(store, values.head ?? null);
    if (result.kind === 'whole') {
      console.log(`The audit trail is whole: ${result.events} events. Head: ${result.head}`);
      return;
    }
    console.error(
      result.kind === 'broken' ? `The audit trail is broken at event ${Number(result.id)}: ${result.message}` : result.message,
    );
    process.exitCode = 1;
  } finally {
    await store.close();
  }
});

import { parseArgs } from 'node:util';
import { checkLaunch } from './launch/check-launch.ts';
import { readLaunchContent } from './launch/launch-content.ts';
import { count, launchJson, launchReport } from './launch/launch-report.ts';
import { runTool } from './run-tool.ts';

/**
 * npm run launch-check: what still stands between this copy and going live; ends with 1 while anything is red.
 * With --send-test-letter ADDRESS one real letter is sent; with --json the answer is for programs. Also while it serves.
 */
await runTool(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, 'send-test-letter': { type: 'string' } },
  });
  const findings = await checkLaunch({
    settings: process.env,
    content: await readLaunchContent(),
    testLetterTo: values['send-test-letter'] ?? null,
    now: Date.now(),
  });
  console.log(values.json ? launchJson(findings) : launchReport(findings));
  if (count(findings, 'red') > 0) process.exitCode = 1;
});

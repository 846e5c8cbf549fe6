import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Env, readEnv, SettingError } from '#server/core/settings/env.ts';
import { createAccessTokens } from '#server/mail/out/access-tokens.ts';
import { copyHint, namedAsOwned } from '../build-tools/content-files.ts';
import { checkAlarms, sendTestAlarm } from './launch/alarm-check.ts';
import { checkBounces } from './launch/bounce-check.ts';
import { type CheckResult, countByState, jsonReport, red, textReport } from './launch/check-result.ts';
import { checkContent, type LaunchContent, readLaunchContent } from './launch/content-check.ts';
import { checkBackup, checkDataFolder, checkStore } from './launch/data-check.ts';
import { checkEvidence } from './launch/evidence-check.ts';
import { checkMailbox } from './launch/mailbox-check.ts';
import { checkPages } from './launch/pages-check.ts';
import { checkEmail, checkSettings } from './launch/settings-check.ts';
import { checkTokens } from './launch/token-check.ts';
import { runTool } from './run-tool.ts';

/**
 * npm run launch-check: what still stands between this copy and going live; ends with 1 while anything is red.
 * With --send-test-email ADDRESS one real e-mail is sent, with --send-test-alarm one alarm; with --json the output is JSON. Also while
 * it serves.
 */
if (import.meta.main)
  await runTool(async () => {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        'send-test-email': { type: 'string' },
        'send-test-alarm': { type: 'boolean', default: false },
      },
    });
    const results = await checkLaunch({
      settings: process.env,
      content: await readLaunchContent(),
      testEmailTo: values['send-test-email'] ?? null,
      testsAlarm: values['send-test-alarm'],
      asksSite: true,
      now: Date.now(),
    });
    const root = fileURLToPath(new URL('..', import.meta.url));
    const report = namedAsOwned(root)(values.json ? jsonReport(results) : textReport(results));
    console.log(values.json ? report : [report, ...copyHint(root, report)].join('\n'));
    if (countByState(results).red > 0) process.exitCode = 1;
  });

/** Everything that stands between this copy and going live, and everything that does not. Changes nothing: a file that it writes to try where evidence is kept is removed. */
export async function checkLaunch(options: {
  /** The environment, as readEnv takes it. */
  settings: Record<string, string | undefined>;
  content: LaunchContent;
  /** Where one real e-mail is sent, or null for none. */
  testEmailTo: string | null;
  /** Whether a test alarm is sent. */
  testsAlarm?: boolean;
  /** Whether SITE_URL is asked which pages are there, and the DNS whether MAIL_FROM takes email. */
  asksSite?: boolean;
  now: number;
}): Promise<CheckResult[]> {
  const { content, testEmailTo, testsAlarm, asksSite, now } = options;
  const aboutContent = checkContent(content);
  const env = readSettings(options.settings);
  if (env instanceof SettingError)
    return [...aboutContent, red('settings', env.message, 'Correct it; nothing else was looked at.')];
  const tokens = env.mailOauthUrl === null ? null : createAccessTokens(env.mailOauthUrl, Date.now);
  return [
    ...aboutContent,
    ...checkSettings(env, options.settings),
    ...(asksSite ? await checkPages(env) : []),
    ...checkAlarms(env),
    ...(testsAlarm ? [await sendTestAlarm(env, content.site, now)] : []),
    ...(await checkTokens(env, tokens, now)),
    ...(await checkEmail(env, content.site, testEmailTo, tokens)),
    ...(await checkMailbox(env, tokens)),
    ...(await checkBounces(env, content.site, asksSite ? undefined : nothingLookedUp)),
    ...checkDataFolder(env),
    ...(await checkStore(env, now)),
    ...(await checkEvidence(env)),
    checkBackup(env, now),
  ];
}

async function nothingLookedUp(): Promise<null> {
  return null;
}

function readSettings(source: Record<string, string | undefined>): Env | SettingError {
  try {
    return readEnv(source);
  } catch (error) {
    if (error instanceof SettingError) return error;
    throw error;
  }
}

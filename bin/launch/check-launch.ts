import { BadSetting, type Env, readEnv } from '#server/env.ts';
import { companyFindings } from './company.ts';
import { dataFolderFindings } from './data-folder.ts';
import { type Finding, red } from './finding.ts';
import type { LaunchContent } from './launch-content.ts';
import { letterFindings } from './letters-way.ts';
import { placeholderFindings } from './placeholders.ts';
import { recordFindings } from './records.ts';
import { settingFindings } from './settings.ts';

/** Everything that stands between this copy and going live, and everything that does not. Changes nothing. */
export async function checkLaunch(options: {
  /** The environment, as readEnv takes it. */
  settings: Record<string, string | undefined>;
  content: LaunchContent;
  /** Where one real letter is sent, or null for none. */
  testLetterTo: string | null;
  now: number;
}): Promise<Finding[]> {
  const { content, testLetterTo, now } = options;
  const said = [...companyFindings(content), ...placeholderFindings(content)];
  const env = settingsOf(options.settings);
  if (env instanceof BadSetting) return [...said, red('settings', env.message, 'Mend it; nothing else was looked at.')];
  return [
    ...said,
    ...settingFindings(env),
    ...(await letterFindings(env, content.site, testLetterTo)),
    ...dataFolderFindings(env),
    ...(await recordFindings(env, now)),
  ];
}

function settingsOf(source: Record<string, string | undefined>): Env | BadSetting {
  try {
    return readEnv(source);
  } catch (error) {
    if (error instanceof BadSetting) return error;
    throw error;
  }
}

import { fileURLToPath } from 'node:url';
import { answerHeader } from '#forms/answer-header.ts';
import { openReadOnly } from '#server/core/database/open.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import { buildOf, buildPath, type ServedBuild, servedBuild } from '#server/web/build-file.ts';
import { readNewest } from '#server/web/site/site-versions.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';

const about = 'pages';

/** How long the whole of the answer may take. */
const answerMs = 10_000;

/** What is longer is not ours. */
const longestAnswer = 10_000;

/** Whether visitors are shown the pages of this build: exported pages, and a process that was not restarted, stay as they were. */
export async function checkPages(env: Env): Promise<CheckResult[]> {
  const changes = await readPublished(env);
  const build = buildOf(fileURLToPath(new URL('../../build', import.meta.url)), changes ?? {});
  return build ? [await checkServed(env, { ...build, changes: changes && build.changes })] : [];
}

/** Null where the store cannot be read, of which checkStore tells. */
async function readPublished(env: Env): Promise<object | null> {
  try {
    const store = openReadOnly(env);
    if (!store) return {};
    return await store
      .read(readNewest)
      .then(
        ({ changes }) => changes,
        () => null,
      )
      .finally(() => store.close());
  } catch {
    return null;
  }
}

/** What is at SITE_URL, compared with this build; `changes` of null are not compared. */
export async function checkServed(
  { siteUrl, exportDir }: Pick<Env, 'siteUrl' | 'exportDir'>,
  here: Pick<ServedBuild, 'build'> & { changes: string | null },
  withinMs = answerMs,
): Promise<CheckResult> {
  const answer = await ask(siteUrl, withinMs);
  if ('state' in answer) return answer;
  const { build, changes, builtAt } = answer;
  const served = `${siteUrl} shows pages of build ${build} of ${builtAt.slice(0, 16).replace('T', ' at ')} UTC`;
  const again = exportDir
    ? `Run npm run export -- ${exportDir}, and reload what serves these files.`
    : 'Restart Kerbside, or, where its pages are served as files, run npm run export -- FOLDER and reload what serves them.';
  if (build !== here.build) return red(about, `${served}, and this is build ${here.build}.`, again);
  if (here.changes !== null && changes !== here.changes)
    return red(about, `${served}, without what is published at /desk/site now.`, again);
  return green(about, `${served}, which is this one.`);
}

async function ask(siteUrl: string, withinMs: number): Promise<ServedBuild | CheckResult> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(`${siteUrl}${buildPath}`, { redirect: 'manual', signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return refusal(siteUrl, response);
    }
    return servedBuild.safeParse(parsed(await start(response))).data ?? notOurs(siteUrl, 'what answers there is not Kerbside');
  } catch (error) {
    return unreachable(siteUrl, error, withinMs);
  }
}

function refusal(siteUrl: string, { status, headers }: Response): CheckResult {
  if (status >= 300 && status < 400) {
    const to = originOf(siteUrl, headers.get('location') ?? '');
    return to === null || to === siteUrl
      ? notOurs(siteUrl, 'what answers there redirects every address')
      : red(
          about,
          `${siteUrl} redirects to ${to}, and the pages name ${siteUrl} as their address.`,
          `Set SITE_URL to ${to}, or lead visitors to ${siteUrl}.`,
        );
  }
  if (status === 401 || status === 403)
    return amber(
      about,
      `${siteUrl} asks for a password or lets nobody in (${status}), so nobody can see of which build its pages are.`,
      'Let visitors in when you go live, and check again.',
    );
  if (status === 404 && headers.has(answerHeader))
    return red(
      about,
      `${siteUrl} shows pages of a release before this one, which do not say of which build they are.`,
      'Restart Kerbside; where its pages are served as files, run npm run export and reload what serves them.',
    );
  if (status >= 500)
    return red(
      about,
      `${siteUrl} answers with an error (${status}).`,
      'Start Kerbside, and look whether the proxy in front leads to its port.',
    );
  return notOurs(siteUrl, `what answers there is not Kerbside (${status})`);
}

function notOurs(siteUrl: string, what: string): CheckResult {
  return red(
    about,
    `${siteUrl} does not show this site: ${what}.`,
    'Lead this address to the proxy in front of Kerbside, or correct SITE_URL.',
  );
}

/** A firewall, or a router that lets no machine reach itself from inside, keeps nobody else out; all else would. */
function unreachable(siteUrl: string, error: unknown, withinMs: number): CheckResult {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  const host = new URL(siteUrl).hostname;
  if (code === 'ENOTFOUND')
    return red(
      about,
      `There is no ${host}: its name leads to no machine.`,
      'Add it to the DNS of your domain, or correct SITE_URL.',
    );
  if (/CERT|SSL|TLS|SIGNATURE|ALTNAME/.test(code))
    return red(
      about,
      `Browsers refuse ${siteUrl}: its certificate is not right (${code}).`,
      'Renew it, or correct it in the proxy.',
    );
  if (code === 'ECONNREFUSED')
    return red(about, `Nothing answers at ${siteUrl}.`, 'Start the proxy that is in front of Kerbside.');
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const why = isLate ? `no answer within ${withinMs / 1000} seconds` : code || errorMessage(error);
  return amber(
    about,
    `${siteUrl} cannot be reached from this machine (${why}), so its pages were not looked at.`,
    `Open it on another network. If it is there, look whether ${siteUrl}${buildPath} names the build of build/.fingerprint.`,
  );
}

/** The answer, or as much of it as one of ours could have. */
async function start(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) break;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function originOf(base: string, location: string): string | null {
  return URL.canParse(location, base) ? new URL(location, base).origin : null;
}

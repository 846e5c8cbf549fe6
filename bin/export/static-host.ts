import type { Site, SiteFile } from './collect-site.ts';
import { isAsset } from './site-parts.ts';

/**
 * _headers, which hosts such as Netlify and Cloudflare Pages read. A path that two rules match gets the headers of both, so the rule for
 * every path has those that all responses share. Types and encodings are the host's.
 */
export function headersFile({ files, notFound }: Site): string {
  const pages = files.filter((file) => !file.language && !isAsset(file));
  const [asset] = files.filter(isAsset);
  const rules: { path: string; headers: Record<string, string> }[] = [
    ...pages.map(({ path, headers }) => ({ path, headers: { ...headers, [policy]: policyOfAll(files, path) } })),
    ...(asset ? [{ path: '/assets/*', headers: asset.headers }] : []),
  ];
  const shared = Object.entries(notFound.headers).filter(([name, value]) =>
    rules.every(({ headers }) => headers[name] === value),
  );
  const isOwn = ([name, value]: [string, string]) =>
    !shared.some(([other]) => other === name) &&
    name !== 'vary' &&
    !(name === 'content-type' && value !== 'text/html; charset=utf-8');
  const rule = (path: string, headers: [string, string][]) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[rule('/*', shared), ...rules.map(({ path, headers }) => rule(path, Object.entries(headers).filter(isOwn)))].join('\n')}\n`;
}

/** The redirects. Languages come first, for hosts that know queries; pages with a slash at the end redirect to those without. */
export function redirectsFile({ files, redirects }: Site): string {
  const languages = files.flatMap(({ path, language, name }) =>
    language ? [`${path} lang=${language} /${name.replace('.html', '')} 200!`] : [],
  );
  return `${[...languages, ...redirects.paths.map((path) => `${path}/ ${path} 308`)].join('\n')}\n`;
}

const policy = 'content-security-policy';

/** The policy of a page. Hosts find headers only by the path, so it has to allow the scripts of the page in all its languages. */
function policyOfAll(files: SiteFile[], path: string): string {
  const policies = files.filter((file) => file.path === path).map(({ headers }) => (headers[policy] ?? '').split('; '));
  const [first = []] = policies;
  return first.map((_, index) => [...new Set(policies.flatMap((one) => (one[index] ?? '').split(' ')))].join(' ')).join('; ');
}

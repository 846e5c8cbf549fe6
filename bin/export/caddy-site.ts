import { viaName } from '#forms/via.ts';
import type { Response, Site } from './collect-site.ts';
import { assetGroups, isAsset, productPattern, slashPattern } from './site-parts.ts';

/** The configuration for a site of a Caddyfile. It comes before `reverse_proxy`, which gets what is not answered here. */
export function caddySite(site: Site, servedAt: string): string {
  let number = 0;
  const handle = (matchers: string[], lines: string[]) => {
    number += 1;
    return [...block(`@kerbside${number}`, ['method GET HEAD', ...matchers]), ...block(`handle @kerbside${number}`, lines)];
  };
  const serve = (response: Response, name: string | null, settings: string[] = []) => [
    ...(name ? [`rewrite * /${name}`] : []),
    // The product does not serve ranges either.
    'request_header -Range',
    ...headerLines(response),
    ...block('file_server', [`root "${servedAt}/site"`, ...(response.brotli ? ['precompressed br gzip'] : []), ...settings]),
  ];
  // This comes before the page for all other languages.
  const files = site.files
    .filter((file) => !isAsset(file))
    .sort((a, b) => Number(b.language !== null) - Number(a.language !== null));
  const slash = `path_regexp slash ${slashPattern(site)}`;
  const redirect = (to: string) => [...headerLines(site.redirects), `redir ${to} 308`];
  const lines = [
    ...files.flatMap((file) =>
      handle(
        [
          `vars {path} ${file.path}`,
          ...(file.language ? [`query lang=${file.language}`] : []),
          // A link that says who sent its visitor leads to a page of the product's.
          ...(site.sourcePaths.includes(file.path) ? [`not query ${viaName}=*`] : []),
        ],
        serve(file, file.name),
      ),
    ),
    ...assetGroups(site).flatMap(({ extension, file }) =>
      handle([`path_regexp ^/assets/[^/]+\\.${extension}$`, ...block('file', [`root "${servedAt}/site"`])], serve(file, null)),
    ),
    ...handle([slash, 'vars {query} ""'], redirect('{re.slash.1}')),
    ...handle([slash], redirect('{re.slash.1}?{query}')),
    ...handle([`not path_regexp ^(?:${productPattern(site)}|/assets/.*)$`], serve(site.notFound, '404.html', ['status 404'])),
  ];
  const failures = site.errors.flatMap((page) => [
    ...block(`@kerbside-${page.name}`, [`expression {err.status_code} in [${page.statuses.join(', ')}]`]),
    ...block(`handle @kerbside-${page.name}`, [
      `rewrite * /${page.name}`,
      ...headerLines(page),
      ...block('file_server', [`root "${servedAt}/errors"`]),
    ]),
  ]);
  return `# Made by npm run export. Changes are lost with the next.\n\n${[...block('route', lines), ...block('handle_errors', failures)].join('\n')}\n`;
}

/** The headers come last, so that they replace those of the file server. */
function headerLines({ headers }: { headers: Record<string, string> }): string[] {
  const set = Object.entries(headers).map(([name, value]) => {
    if (/[{}`]/.test(value)) throw new Error(`Caddy cannot send {, } or \`: ${name}: ${value}`);
    return `${name} \`${value}\``;
  });
  return block('header', ['defer', '-Last-Modified', '-Accept-Ranges', 'X-Request-Id {http.request.uuid}', ...set]);
}

function block(head: string, lines: string[]): string[] {
  return [`${head} {`, ...lines.map((line) => `\t${line}`), '}'];
}

import { viaName } from '#forms/via.ts';
import type { Response, Site, SiteFile } from './collect-site.ts';
import { assetGroups, isAsset, languagesOf, productPattern, slashPattern } from './site-parts.ts';

/** The configuration for `http`, which the locations read. It chooses the encoding as server/web/stored-files.ts does. */
export function nginxMaps(site: Site): string {
  const takes = (name: string) => `(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`;
  const map = (from: string, to: string, lines: string[][]) =>
    `map ${from} ${to} {\n${lines.map(([when, value]) => `    ${when} ${value};`).join('\n')}\n}`;
  return text([
    // No file has this name, so that requests other than GET go to the product.
    map('$request_method', '$kerbside_whole', [
      ['GET', '""'],
      ['HEAD', '""'],
      ['default', '.none'],
    ]),
    map('"$request_method $http_accept_encoding"', '$kerbside_variant', [
      // This is the header of nearly all browsers, which is found without a pattern.
      ['"GET gzip, deflate, br, zstd"', '.br'],
      ['"GET gzip, deflate, br"', '.br'],
      ['"~^(?!(GET|HEAD) )"', '.none'],
      [`"~*${takes('br')}"`, '.br'],
      [`"~*${takes('gzip')}"`, '.gz'],
      ['default', '""'],
    ]),
    map('$status$kerbside_variant', '$kerbside_encoding', [
      ...['200', '404'].flatMap((status) => [
        [`${status}.br`, 'br'],
        [`${status}.gz`, 'gzip'],
      ]),
      ['default', '""'],
    ]),
    map('"$request_method $args"', '$kerbside_language', [
      ...languagesOf(site).map((code) => [`"~^(GET|HEAD) ((?!lang=)[^&]*&)*lang=${code}(&|$)"`, code]),
      ['default', '""'],
    ]),
    // Unique without random bytes, which nginx takes for its own $request_id and which are a tenth of its work for a page: numbers of
    // connections and processes begin again after a restart, the time does not.
    map('$pid', '$kerbside_request_id', [['default', '"$msec-$pid-$connection-$connection_requests"']]),
  ]);
}

/** The configuration for `server`, which also needs a location @kerbside that passes everything to the product. */
export function nginxServer(site: Site, servedAt: string): string {
  const root = `root "${servedAt}/site";`;
  const whole = (file: Response) => (file.brotli ? '$kerbside_variant' : '$kerbside_whole');
  const errorLines = site.errors.map((page) => `error_page ${page.statuses.join(' ')} /.kerbside/${page.name};`);
  const isSource = ({ path }: SiteFile) => site.sourcePaths.includes(path);
  const fileLocation = (file: SiteFile) => (isPlain(site, file) ? plainLocation(file) : triedLocation(file));
  // With try_files nginx would look for the file twice. An `error_page` in a location replaces all those of the server.
  const plainLocation = (file: SiteFile) =>
    location(`= ${file.path}`, [
      `alias "${servedAt}/site/${file.name}${whole(file)}";`,
      'error_page 404 405 = @kerbside;',
      'log_not_found off;',
      ...errorLines,
      ...(isSource(file) ? [passSource] : []),
      ...responseLines(file),
    ]);
  const triedLocation = (file: SiteFile) =>
    location(file.language ? `= /.kerbside/${file.name}` : `= ${file.path}`, [
      root,
      ...(!file.language && isSource(file) ? ['error_page 405 = @kerbside;', ...errorLines, passSource] : []),
      ...(file.language ? ['internal;', 'error_page 404 @kerbside-404;'] : languageRewrites(site, file)),
      `try_files /${file.name}${whole(file)} @kerbside;`,
      ...responseLines(file),
    ]);
  const assets = assetGroups(site).map(({ extension, file }) =>
    location(`~ "\\.${extension}$"`, [root, `try_files $uri${whole(file)} @kerbside;`, ...responseLines(file)]),
  );
  return text([
    // The files of a release never change, so they can stay open.
    'open_file_cache max=1000 inactive=60s;',
    'merge_slashes off;',
    ...site.files.filter((file) => !isAsset(file)).map(fileLocation),
    // Assets of another build, whose product is still or already running, are no files here.
    location('^~ /assets/', [...assets, 'try_files /.none @kerbside;']),
    location(`~ "${slashPattern(site)}"`, [
      'error_page 405 = @kerbside;',
      ...errorLines,
      'absolute_redirect off;',
      'if ($kerbside_whole) { return 405; }',
      'return 308 $1$is_args$args;',
      requestIdLine(),
      ...headerLines(site.redirects.headers),
    ]),
    location(`~ "^(?!(?:${productPattern(site)})$)"`, [
      'error_page 404 @kerbside-404;',
      'error_page 405 = @kerbside;',
      ...errorLines,
      'if ($kerbside_whole) { return 405; }',
      'return 404;',
    ]),
    location('@kerbside-404', [
      root,
      `try_files /404.html${whole(site.notFound)} =404;`,
      ...responseLines(site.notFound, ' always'),
    ]),
    ...errorLines,
    // What was passed on by error_page has the page for when the product is away too.
    'recursive_error_pages on;',
    ...site.errors.map((page) =>
      location(`= /.kerbside/${page.name}`, [
        'internal;',
        'error_page 404 @kerbside-404;',
        `root "${servedAt}/errors";`,
        `try_files /${page.name} =404;`,
        ...responseLines(page, ' always'),
      ]),
    ),
  ]);
}

/** A link that says who sent its visitor leads to a page of the product's. */
const passSource = `if ($arg_${viaName}) { return 405; }`;

/** A file that nothing is chosen for but the encoding. nginx takes a path with a slash at the end for a folder. */
function isPlain({ files }: Site, { path, language }: SiteFile): boolean {
  return !language && !path.endsWith('/') && !files.some((file) => file.language && file.path === path);
}

function languageRewrites({ files }: Site, { path }: SiteFile): string[] {
  const [stem] = files
    .filter((file) => file.path === path && file.language)
    .map((file) => file.name.replace(`.${file.language}.html`, ''));
  return stem === undefined ? [] : [`if ($kerbside_language) { rewrite ^ /.kerbside/${stem}.$kerbside_language.html last; }`];
}

/** The directives for one file: its type, no ranges, and its headers. */
function responseLines(response: Response, always = ''): string[] {
  return [
    'types { }',
    `default_type "${response.headers['content-type']}";`,
    'max_ranges 0;',
    'add_header Last-Modified "";',
    requestIdLine(always),
    ...(response.brotli ? [`add_header Content-Encoding $kerbside_encoding${always};`] : []),
    ...headerLines(response.headers, always),
  ];
}

function requestIdLine(always = ''): string {
  return `add_header X-Request-Id $kerbside_request_id${always};`;
}

function headerLines(headers: Record<string, string>, always = ''): string[] {
  const others = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return others.map(([name, value]) => {
    if (value.includes('$')) throw new Error(`nginx cannot send a $: ${name}: ${value}`);
    return `add_header ${name} "${value.replaceAll(/["\\]/g, '\\$&')}"${always};`;
  });
}

function location(where: string, lines: string[]): string {
  return `location ${where} {\n${lines.map((line) => line.replaceAll(/^/gm, '    ')).join('\n')}\n}`;
}

function text(parts: string[]): string {
  return `# Made by npm run export. Changes are lost with the next.\n\n${parts.join('\n\n')}\n`;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Bundle from '#server/bundle.ts';
import { readEnv } from '#server/core/settings/env.ts';

type ErrorPage = ReturnType<typeof Bundle.errorPages>[number];

type Headers = Record<string, string>;

/** A response of the product to GET, whatever its encoding. */
export type Response = { headers: Headers; body: Uint8Array; brotli?: Uint8Array; gzip?: Uint8Array };

/** A page. `language` is the value of ?lang= for it, `name` that of its file. */
export type SiteFile = Response & { path: string; language: string | null; name: string };

export type Site = {
  siteUrl: string;
  files: SiteFile[];
  notFound: Response;
  /** Error pages, for when the product cannot respond. */
  errors: ErrorPage[];
  /** Pages. Their paths with slashes at the end redirect to those without. */
  redirects: { paths: string[]; headers: Headers };
  /** Pages that the product renders for links with the parameter `viaName`, which says who sent a visitor. */
  sourcePaths: string[];
  /** Routes of the product, as Hono writes them. Every path that is neither here nor a file's gets `notFound`. */
  productRoutes: string[];
};

/** The settings that pages and files depend on. All others are left out, because the product is started with a store of its own. */
const settings = ['SITE_URL', 'HOST', 'PORT', 'HSTS_PRELOAD', 'SERVICE_WORKER'];

/** Files that describe the running product, or contain the time of its start. */
const notExported = ['/openapi.json', '/.well-known/security.txt'];

/** Headers that belong to one response. File servers have ETags of their own, which no script reads. */
const ofOneResponse = ['content-length', 'content-encoding', 'etag', 'x-request-id'];

/**
 * Requests the whole public site from the built product, in this process, so that the export is what it responds: with what is published
 * in the store of these settings.
 */
export async function collectSite(environment: Record<string, string | undefined>): Promise<Site> {
  process.env.NODE_ENV = 'production';
  const bundle: typeof Bundle = await import(new URL('../../build/server/index.js', import.meta.url).href);
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-export-'));
  const chosen = Object.fromEntries(settings.map((name) => [name, environment[name]]));
  const env = bundle.readEnv({ ...chosen, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const refusal = await bundle.showPublished(storeOf(environment));
  if (refusal) console.error(refusal);
  const app = await bundle.openApp(env);
  try {
    const product = await bundle.createProduct(app);
    const paths = [...product.files.keys()].filter((path) => !notExported.includes(path));
    const files = await Promise.all(paths.map((path) => collectFile(product.app, path)));
    const pages = files.filter(({ path, language, name }) => path !== '/' && language === null && name !== path.slice(1));
    const redirect = await product.app.request(`${pages[0]?.path}/`);
    if (redirect.status !== 308) throw new Error('A slash at the end of a page is not redirected.');
    const notFound = await collect(product.app, '/no-such-page', 404);
    return {
      siteUrl: env.siteUrl,
      files,
      notFound,
      errors: bundle.errorPages(notFound.headers),
      redirects: { paths: pages.map(({ path }) => path), headers: headersOf(redirect, ['location']) },
      sourcePaths: bundle.sourcePaths,
      productRoutes: [...new Set(product.app.routes.map(({ path }) => path))]
        .filter((path) => path !== '/*' && path !== '*')
        .concat(notExported),
    };
  } finally {
    await bundle.closeApp(app);
    rmSync(dataDir, { recursive: true });
  }
}

/** Where the store is, also where a file says so, as containers have it. */
export function storeOf(environment: Record<string, string | undefined>) {
  const names = ['DATA_DIR', 'DATABASE_URL'].flatMap((name) => [name, `${name}_FILE`]);
  const { dataDir, databaseUrl } = readEnv(Object.fromEntries(names.map((name) => [name, environment[name]])));
  return { dataDir, databaseUrl };
}

type App = Awaited<ReturnType<typeof Bundle.createProduct>>['app'];

async function collectFile(app: App, key: string): Promise<SiteFile> {
  const [path = '', language = null] = key.split('?lang=');
  const response = await collect(app, key, 200);
  return { ...response, path, language, name: nameOf(path, language, response.headers['content-type'] ?? '') };
}

/** The name of a page's file as hosts of files expect it: /about is about.html. */
function nameOf(path: string, language: string | null, type: string): string {
  if (!type.startsWith('text/html')) return path.slice(1);
  return `${path.slice(1) || 'index'}${language ? `.${language}` : ''}.html`;
}

async function collect(app: App, path: string, status: number): Promise<Response> {
  const ask = async (encoding: string) => {
    const response = await app.request(path, { headers: { 'Accept-Encoding': encoding } });
    if (response.status !== status) throw new Error(`${path} responds ${response.status}.`);
    return { response, body: new Uint8Array(await response.arrayBuffer()) };
  };
  const compressed = async (encoding: string) => {
    const { response, body } = await ask(encoding);
    return response.headers.get('content-encoding') === encoding ? body : undefined;
  };
  const { response, body } = await ask('identity');
  const [brotli, gzip] = await Promise.all([compressed('br'), compressed('gzip')]);
  return { headers: headersOf(response), body, ...(brotli && { brotli }), ...(gzip && { gzip }) };
}

function headersOf({ headers }: globalThis.Response, others: string[] = []): Headers {
  return Object.fromEntries([...headers].filter(([name]) => !ofOneResponse.includes(name) && !others.includes(name)));
}

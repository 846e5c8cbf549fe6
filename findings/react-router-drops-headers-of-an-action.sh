#!/usr/bin/env bash
# React Router: the headers of data() reach nobody, but for Set-Cookie.
#
# One would guess: an action that returns data(body, { status: 429, headers: { 'Retry-After': '60' } }) answers with that status and
#   that header, and a loader that sets Cache-Control answers with it.
# Versions: react-router 8.4.0, react 19.3.1, Node 20 or later.
# Seen: the status arrives and so does Set-Cookie; Retry-After and Cache-Control do not, neither with the page nor with the data
#   that the browser's script asks for. They arrive from a route that exports `headers` and passes them on.
# Why it matters here: without scripts a form that is refused says when to try again by Retry-After alone, and a page with somebody's
#   claim that was marked no-store is not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund react-router@8.4.0 react@19.3.1 react-dom@19.3.1

cat > run.mjs <<'JS'
import { createRequestHandler, data } from 'react-router';

const claim = {
  default: () => null,
  loader: () => data({ claim: 4417 }, { headers: { 'Cache-Control': 'no-store' } }),
  action: () => data({ error: 'Please wait' }, { status: 429, headers: { 'Retry-After': '60', 'Set-Cookie': 'seen=1' } }),
};
const passOn = ({ actionHeaders, loaderHeaders }) => new Headers([...loaderHeaders, ...actionHeaders]);

/** What the build would write for a root and one route, in the form of React Router's type ServerBuild. */
function buildWith(module) {
  const id = 'routes/claim';
  const root = { id: 'root', path: '' };
  const route = { id, parentId: 'root', path: 'claim' };
  const flags = { hasLoader: true, hasAction: true, module: '' };
  return {
    entry: { module: { default: (_request, status, headers) => new Response('page', { status, headers }) } },
    routes: { root: { ...root, module: { default: () => null } }, [id]: { ...route, module } },
    assets: {
      entry: { imports: [], module: '' },
      routes: { root: { ...root, module: '' }, [id]: { ...route, ...flags } },
      url: '',
      version: '1',
    },
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    isSpaMode: false,
    prerender: [],
    publicPath: '/',
    routeDiscovery: { mode: 'initial' },
    ssr: true,
  };
}

const post = { method: 'POST', body: new URLSearchParams({ phone: '07700 900123' }) };
for (const [name, module] of [
  ['as it is', claim],
  ['with headers exported', { ...claim, headers: passOn }],
]) {
  const handle = createRequestHandler(buildWith(module), 'production');
  for (const [request, path, init] of [
    ['GET', '/claim', {}],
    ['POST', '/claim', post],
    ['POST for data', '/claim.data', post],
  ]) {
    const { status, headers } = await handle(new Request(`https://example.com${path}`, init));
    const [cache, retry, cookie] = ['cache-control', 'retry-after', 'set-cookie'].map((one) => headers.get(one) ?? 'none');
    console.log(`${name}, ${request}: ${status}, Cache-Control ${cache}, Retry-After ${retry}, Set-Cookie ${cookie}`);
  }
}
JS

cat > expected.txt <<'TXT'
as it is, GET: 200, Cache-Control none, Retry-After none, Set-Cookie none
as it is, POST: 429, Cache-Control none, Retry-After none, Set-Cookie seen=1
as it is, POST for data: 429, Cache-Control none, Retry-After none, Set-Cookie seen=1
with headers exported, GET: 200, Cache-Control no-store, Retry-After none, Set-Cookie none
with headers exported, POST: 429, Cache-Control no-store, Retry-After 60, Set-Cookie seen=1
with headers exported, POST for data: 429, Cache-Control none, Retry-After 60, Set-Cookie seen=1
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }

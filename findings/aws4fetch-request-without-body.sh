#!/usr/bin/env bash
# aws4fetch: a Request with bytes is sent without them, and the answer is 200.
#
# One would guess: fetch(new Request(url, { method: 'PUT', body: bytes })) sends the bytes, as the global fetch does and as the
#   same call with a string does.
# Versions: aws4fetch 1.0.20, Node 20 or later.
# Seen: from the Request with bytes the server gets Content-Length 0; from the Request with text, and from url and bytes given
#   apart, it gets everything. No error and no warning.
# Why it matters here: the photograph is "stored" with a 200, and the object is empty. Only reading it back, or comparing its
#   length, tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund aws4fetch@1.0.20

cat > run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AwsClient } from 'aws4fetch';

const server = createServer(async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += chunk.length;
  response.end(String(length));
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const url = `http://127.0.0.1:${server.address().port}/evidence/photo.jpg`;
const bytes = new Uint8Array(1000).fill(7);
const client = new AwsClient({ accessKeyId: 'example', secretAccessKey: 'example', service: 's3', region: 'eu-west-2' });
const tries = {
  'url, { body: bytes }': () => client.fetch(url, { method: 'PUT', body: bytes }),
  'Request with text': () => client.fetch(new Request(url, { method: 'PUT', body: 'a statement' })),
  'Request with bytes': () => client.fetch(new Request(url, { method: 'PUT', body: bytes })),
  'Request with bytes, global fetch': () => fetch(new Request(url, { method: 'PUT', body: bytes })),
};
for (const [name, send] of Object.entries(tries)) {
  const response = await send();
  console.log(`${name}: ${response.status}, ${await response.text()} bytes arrived`);
}
server.closeAllConnections();
server.close();
JS

cat > expected.txt <<'TXT'
url, { body: bytes }: 200, 1000 bytes arrived
Request with text: 200, 11 bytes arrived
Request with bytes: 200, 0 bytes arrived
Request with bytes, global fetch: 200, 1000 bytes arrived
TXT
node run.mjs | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }

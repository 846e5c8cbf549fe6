#!/usr/bin/env bash
# s3rver and the AWS SDK: a stream is stored with its chunk lengths and its checksum inside, and the answer is 200.
#
# One would guess: PutObject and then GetObject give the bytes that were sent, whether the body is a Buffer or a stream.
# Versions: s3rver 3.7.1, @aws-sdk/client-s3 3.1175.0, Node 20 or later.
# Seen: a Buffer comes back as it was. The same bytes as a stream come back with "14" (their length in hexadecimal) before them and
#   a line x-amz-checksum-crc32 behind: the SDK adds the checksum as a trailer of an aws-chunked body by default, and s3rver keeps
#   that as content. With requestChecksumCalculation: 'WHEN_REQUIRED' the stream comes back as it was.
# Why it matters here: photographs were streamed to the store by the SDK until decision 45. In a test against s3rver each would be damaged without an error, and
#   a test that sends a Buffer, or asks only for the status, passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund s3rver@3.7.1 @aws-sdk/client-s3@3.1175.0

cat > run.mjs <<'JS'
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

const bytes = Buffer.from('words of a statement');
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: './store',
  configureBuckets: [{ name: 'evidence' }],
});
const { port } = await server.run();

async function storeAndRead(name, Body, options) {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-2',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    ...options,
  });
  const object = { Bucket: 'evidence', Key: 'statement.txt' };
  const put = await client.send(new PutObjectCommand({ ...object, Body, ContentLength: bytes.length }));
  const got = await client.send(new GetObjectCommand(object));
  console.log(`${name}: ${put.$metadata.httpStatusCode}, ${JSON.stringify(await got.Body.transformToString())}`);
  client.destroy();
}

await storeAndRead('Buffer', bytes, {});
await storeAndRead('stream', Readable.from([bytes]), {});
await storeAndRead('stream, WHEN_REQUIRED', Readable.from([bytes]), { requestChecksumCalculation: 'WHEN_REQUIRED' });
await server.close();
JS

cat > expected.txt <<'TXT'
Buffer: 200, "words of a statement"
stream: 200, "14\r\nwords of a statement\r\n0\r\nx-amz-checksum-crc32:HASH\r\n\r\n"
stream, WHEN_REQUIRED: 200, "words of a statement"
TXT
NODE_NO_WARNINGS=1 node run.mjs | sed -E 's#(crc32:)[A-Za-z0-9+/=]+#\1HASH#' | tee seen.txt
diff expected.txt seen.txt || { echo 'The behaviour has changed.'; exit 1; }

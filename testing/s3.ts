import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeFolder } from './remove-folder.ts';
import { runFolder } from './test-run.ts';

const bucket = 'evidence';

const objectSuffix = '._S3rver_object';

/** The types of those parts of s3rver that are used here; it has none of its own. */
type S3rver = {
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  configureBuckets: () => Promise<unknown>;
  store: {
    getResourcePath: (bucket: string, key: string | undefined, name: string) => string;
    putPart: (bucket: string, uploadId: string, part: string, content: Readable) => Promise<Kept>;
    putObject: (object: { bucket: string; key: string; content: Readable; metadata: object }) => Promise<Kept>;
    putMetadata: (bucket: string, key: string, metadata: object, md5: string) => Promise<void>;
  };
};

type Kept = { size: number; md5: string };

export type TestS3 = Awaited<ReturnType<typeof startS3>>;

/**
 * An S3 server on loopback: s3rver with what it lacks of multipart uploads, which is listing them and their parts, and aborting one.
 * How it stores bytes is replaced too: it acknowledged them before they were in their files, and kept halves.
 */
export async function startS3() {
  const directory = await mkdtemp(join(runFolder(), 's3-'));
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;
  const s3rver = new Server({ directory, silent: true, configureBuckets: [{ name: bucket }], allowMismatchedSignatures: false });
  await s3rver.configureBuckets();
  const uploads = s3rver.store.getResourcePath(bucket, undefined, 'uploads');
  s3rver.store.putPart = async (_bucket, uploadId, part, content) => {
    const kept = await keep(join(uploads, uploadId, part), content);
    await writeFile(join(uploads, uploadId, `${part}.md5`), kept.md5);
    return kept;
  };
  const pathOf = (key: string) => s3rver.store.getResourcePath(bucket, key, 'object');
  s3rver.store.putObject = async ({ key, content, metadata }) => {
    const kept = await keep(pathOf(key), content);
    await s3rver.store.putMetadata(bucket, key, metadata, kept.md5);
    return kept;
  };
  const handle = s3rver.callback();
  let held: Promise<void> | null = null;
  const requests: string[] = [];

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    // The client sets its clock by it, and Node's own is not put forward by `npm run test:ahead`.
    response.setHeader('Date', new Date().toUTCString());
    await held;
    const answer = await multipart(request.method, new URL(request.url ?? '', 'http://s3'), uploads);
    if (!answer) return handle(request, response);
    request.resume();
    response.writeHead(answer.status, { 'Content-Type': 'application/xml' }).end(answer.xml);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const halt = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    /** A value of EVIDENCE_URL. */
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`,
    requests,
    /** Breaks every connection, until `bringUp`. */
    shutDown: halt,
    bringUp: () => listen(port),
    /** Holds every request until the function that it returns is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    /** The path of an object on the disk. */
    pathOf,
    /** The keys of objects, and of multipart uploads. */
    contents: async () => ({
      objects: (await readdir(join(directory, bucket), { recursive: true })).flatMap((name) =>
        name.endsWith(objectSuffix) ? [name.slice(0, -objectSuffix.length)] : [],
      ),
      uploads: await Promise.all(
        (await readdir(uploads).catch(() => [])).map((id) => readFile(join(uploads, id, 'key'), 'utf8')),
      ),
    }),
    stop: async () => {
      await halt();
      await removeFolder(directory);
    },
  };
}

/** Stores all of an object, or nothing where its sender is killed in the middle. */
async function keep(path: string, content: Readable): Promise<Kept> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('md5');
  let size = 0;
  const partial = `${path}.${Math.random()}`;
  await pipeline(
    content,
    async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(partial),
  );
  await rename(partial, path);
  return { size, md5: hash.digest('hex') };
}

/** Handles a request; null for what s3rver can do itself. */
async function multipart(method: string | undefined, url: URL, uploads: string): Promise<{ status: number; xml: string } | null> {
  const uploadId = url.searchParams.get('uploadId');
  if (method === 'GET' && url.searchParams.has('uploads') && uploadId === null)
    return { status: 200, xml: await listUploads(uploads, url.searchParams.get('prefix') ?? '') };
  if (uploadId === null || url.searchParams.has('partNumber') || (method !== 'GET' && method !== 'DELETE')) return null;
  const folder = join(uploads, uploadId);
  const noSuchUpload = {
    status: 404,
    xml: '<Error><Code>NoSuchUpload</Code><Message>There is no such upload.</Message></Error>',
  };
  const names = await readdir(folder).catch(() => null);
  if (!names) return noSuchUpload;
  if (method === 'DELETE') {
    await rm(folder, { recursive: true, force: true });
    return { status: 204, xml: '' };
  }
  const numbers = names.flatMap((name) => (name.endsWith('.md5') ? [Number(name.slice(0, -4))] : [])).toSorted((a, b) => a - b);
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const [{ size }, md5] = await Promise.all([
        stat(join(folder, `${number}`)),
        readFile(join(folder, `${number}.md5`), 'utf8'),
      ]);
      return `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
    }),
  ).catch(ifGone(null));
  if (!parts) return noSuchUpload;
  return { status: 200, xml: `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>` };
}

async function listUploads(uploads: string, prefix: string): Promise<string> {
  const ids = await readdir(uploads).catch(() => []);
  const all = await Promise.all(
    ids.map(async (id) => {
      const reading = Promise.all([readFile(join(uploads, id, 'key'), 'utf8'), stat(join(uploads, id))]);
      const read = await reading.catch(ifGone(null));
      if (!read) return '';
      const [key, { mtime }] = read;
      const initiated = `<Initiated>${mtime.toISOString()}</Initiated>`;
      return key.startsWith(prefix) ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${initiated}</Upload>` : '';
    }),
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${all.join('')}</ListMultipartUploadsResult>`;
}

/** For an upload that ended, and its files with it, while they were read. */
const ifGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

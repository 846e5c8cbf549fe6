/**
 * The child process that reads one long e-mail. It comes on standard input; its answer is a line of JSON and the bytes of its files.
 * `read-mime.ts` starts it with limits, and says by the argument what is read and how much of it is kept.
 */

import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { bytesOf, readParts } from './read-parts.ts';

const { limits, most } = JSON.parse(process.argv[2] ?? '');

await readParts(await buffer(process.stdin), { ...limits, isLimited: true }).then(
  ({ attachments, ...email }) => {
    const files = attachments.map(({ content, ...file }, index) => ({
      file,
      bytes: index < most.files ? bytesOf(content) : Buffer.alloc(0),
    }));
    write(
      { email, files: files.map(({ file, bytes }) => ({ ...file, length: bytes.length })) },
      files.map(({ bytes }) => bytes),
    );
  },
  (error: unknown) => write({ error: String(error).slice(0, 500) }, []),
);

function write(header: object, files: Buffer[]): void {
  createWriteStream('', { fd: 3 }).end(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files]));
}

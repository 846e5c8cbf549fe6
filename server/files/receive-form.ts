import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { IncomingFile, Received } from './evidence-item.ts';
import { cleanFileName } from './file-name.ts';

/** The result of each file, in order. `isWhole` is false where the form broke off or could not be read to its end. */
export type ReceivedForm = {
  isWhole: boolean;
  files: { name: string; outcome: Received }[];
  fields: Record<string, string>;
};

const limits = { files: 100, fields: 50, fieldSize: 2_000, headerPairs: 50, headerSize: 8 * 1024 };

/**
 * Reads a form with files as a stream, as browsers post one without JavaScript. Each file is kept or refused by itself, one after the
 * other. Null where the request is no such form.
 */
export async function receiveForm(
  request: Request,
  keep: (file: IncomingFile, fieldsBefore: Record<string, string>) => Promise<Received>,
  ending?: AbortSignal,
): Promise<ReceivedForm | null> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data;.*boundary=/i.test(type) || !request.body) return null;
  const length = request.headers.get('content-length');
  const atMost = length === null ? undefined : Number(length);
  const form: ReceivedForm = { isWhole: true, files: [], fields: {} };
  const open = new Set<BusboyFileStream>();
  let last: Promise<void> = Promise.resolve();

  const parser = openParser(type);
  if (!parser) return null;
  // Files beyond the limit are not read, and must not seem to have arrived.
  parser.once('filesLimit', () => {
    form.isWhole = false;
  });
  parser.on('field', (name, value) => {
    form.fields[name] = value;
  });
  parser.on('file', (_field, stream, filename) => {
    // This is a file input for which nothing was chosen.
    if (!filename) {
      stream.resume();
      return;
    }
    open.add(stream);
    stream.once('close', () => open.delete(stream)).once('error', () => {});
    last = last.then(async () => {
      const outcome = await keep({ name: filename, stream: withoutDestroying(stream), size: null, atMost }, form.fields);
      // The rest of a file that was refused is still coming. A reader that has just ended may still hold the stream.
      stream.on('data', () => {}).resume();
      form.files.push({ name: cleanFileName(filename), outcome });
    });
  });

  const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  await new Promise<void>((resolve) => {
    const breakOff = (error: Error) => {
      form.isWhole = false;
      for (const stream of open) stream.destroy(error);
      resolve();
    };
    source.once('error', (error) => {
      parser.destroy();
      breakOff(error);
    });
    parser.once('error', (error) => {
      source.destroy();
      breakOff(error as Error);
    });
    // The connection is still needed for the response.
    ending?.addEventListener('abort', () => {
      source.unpipe(parser);
      breakOff(new Error('The request was ended.'));
    });
    parser.once('finish', resolve);
    source.pipe(parser);
  });
  await last;
  return form;
}

/** Opens the parser of a form; null where the boundary is missing, or longer than allowed. */
function openParser(type: string): InstanceType<typeof Busboy> | null {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits });
  } catch {
    return null;
  }
}

/**
 * Reads a file without destroying its stream when the reader ends early or fails: the rest of the form is still behind it and would
 * be held up.
 */
function withoutDestroying(stream: Readable): AsyncIterable<Uint8Array> {
  const chunks = stream.iterator({ destroyOnReturn: false });
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => chunks.next(),
      return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

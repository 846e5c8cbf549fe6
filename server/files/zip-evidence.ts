import type { EvidenceType } from '#forms/evidence-kinds.ts';
import type { App } from '#server/core/app.ts';
import { isThere, openEvidence } from './evidence.ts';
import type { EvidenceItem } from './evidence-item.ts';
import { downloadName } from './file-name.ts';

/** `length` is known before anything is read, so that browsers can show the progress. */
export type EvidenceZip = { stream: ReadableStream<Uint8Array>; length: number; files: number };

/**
 * The files of one claim as a ZIP, read one after the other as it is downloaded. They are not compressed, because pictures and videos
 * are already. A list has their checksums and the number of files that may not be opened, which are left out. Another list names
 * files that could not be found. If an original disappears meanwhile, the download breaks off.
 */
export async function zipEvidence(app: App, items: EvidenceItem[]): Promise<EvidenceZip> {
  const files = namesInZip(items);
  return zipFiles(app, { files, leftOut: items.length - files.length, texts: [] });
}

/** `name` is the path in the ZIP. */
export type ZipFile = { item: EvidenceItem; name: string };

/** Makes a ZIP of texts, files that may be opened, and the lists, in this order. */
export async function zipFiles(
  app: App,
  contents: { files: ZipFile[]; leftOut: number; texts: { name: string; input: string }[] },
): Promise<EvidenceZip> {
  // The library is loaded when first needed, so that the start of the process does not wait for it.
  const { makeZip, predictLength } = await import('client-zip');
  const { leftOut, texts } = contents;
  const found = await Promise.all(contents.files.map(({ item }) => isThere(app, item)));
  const files = contents.files.filter((_, index) => found[index]);
  const missing = contents.files.filter((_, index) => !found[index]);
  const newest = Math.max(0, ...files.map(({ item }) => item.receivedAt));
  const lastModified = newest > 0 ? new Date(newest) : undefined;
  const lists = [
    ...(missing.length > 0 ? [{ name: missingName, input: missingText(missing), lastModified }] : []),
    { name: listName, input: checksums(files, leftOut), lastModified },
  ];
  async function* inputs() {
    yield* texts;
    for (const { item, name } of files) {
      const opened = await openEvidence(app, item.id);
      if (!opened) throw new Error(`Evidence ${item.id} is not there.`);
      const reader = opened.stream.getReader();
      try {
        yield { name, lastModified: new Date(item.receivedAt), size: item.size, input: piecesOf(reader) };
      } finally {
        // The download may have broken off in the middle of a file.
        await reader.cancel().catch(() => {});
      }
    }
    yield* lists;
  }
  const sizes = [...texts, ...files.map(({ item, name }) => ({ name, size: item.size })), ...lists];
  return { stream: lazy(() => makeZip(inputs())), length: Number(predictLength(sizes)), files: files.length };
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/**
 * Makes a stream at its first read. The library's stream would read the first file at once, although after a HEAD request nobody
 * reads it; and when it is cancelled it ends with an error that nobody would catch.
 */
function lazy(make: () => ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      reader ??= make().getReader();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader?.cancel(reason).catch(() => {}),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

const listName = 'SHA256SUMS.txt';

const missingName = 'MISSING.txt';

/** The list of checksums, in the format that `sha256sum --check` reads. */
function checksums(files: ZipFile[], leftOut: number): string {
  const lines = files.map(({ item, name }) => `${item.sha256}  ${name}\n`);
  const note = `# ${leftOut} left out: infected, or not scanned for viruses yet.\n`;
  return (leftOut > 0 ? note : '') + lines.join('');
}

function missingText(files: ZipFile[]): string {
  const lines = files.map(({ item, name }) => `${item.sha256}  ${name}, received ${new Date(item.receivedAt).toISOString()}\n`);
  return `These files were received, and cannot be found where they are kept:\n\n${lines.join('')}`;
}

/**
 * Files that may be opened, each with a name of its own: several photographs may have one name, and Windows does not distinguish
 * upper and lower case.
 */
export function namesInZip(items: EvidenceItem[]): ZipFile[] {
  const taken = new Set([listName, missingName].map((name) => name.toLowerCase()));
  const included = items.filter(({ scan }) => scan !== 'waiting' && scan !== 'infected');
  return included.map((item) => {
    const name = safeName(downloadName(item.name, item.mediaType as EvidenceType));
    const dot = name.lastIndexOf('.');
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1)
      unique = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    taken.add(unique.toLowerCase());
    return { item, name: unique };
  });
}

/** Replaces what some system does not accept in a name, or gives a meaning. */
function safeName(name: string): string {
  const plain = name.replaceAll(/[<>:"/\\|?*]/g, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

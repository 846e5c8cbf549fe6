import type { EvidenceType } from '#forms/evidence-rules.ts';
import type { EvidenceItem, OpenedEvidence } from './evidence-item.ts';
import { downloadName } from './file-name.ts';

/** `length` is known before anything is read, so that browsers can show how much of it has come. */
export type EvidenceZip = { stream: ReadableStream<Uint8Array>; length: number; files: number };

/**
 * The files of one claim as a ZIP, stored and not compressed (pictures and videos are compressed already), read one after the other
 * as it is downloaded. A list of their checksums is with them, and names those that may not be opened, which are left out. An
 * original that cannot be read breaks the download off.
 */
export async function zipEvidence(items: EvidenceItem[], open: OpenEvidence): Promise<EvidenceZip> {
  const files = namesInZip(items);
  return zipFiles({ files, leftOut: items.length - files.length, texts: [] }, open);
}

type OpenEvidence = (id: string) => Promise<OpenedEvidence | null>;

/** `name`: in the ZIP, with its folders. */
export type ZipFile = { item: EvidenceItem; name: string };

/** Texts first, then files that may be opened, and the list of checksums. */
export async function zipFiles(
  contents: { files: ZipFile[]; leftOut: number; texts: { name: string; input: string }[] },
  open: OpenEvidence,
): Promise<EvidenceZip> {
  // Loaded when somebody asks: a start of the process need not wait for it.
  const { makeZip, predictLength } = await import('client-zip');
  const { files, leftOut, texts } = contents;
  const newest = Math.max(0, ...files.map(({ item }) => item.receivedAt));
  const list = { name: listName, input: checksums(files, leftOut), lastModified: newest > 0 ? new Date(newest) : undefined };
  async function* inputs() {
    yield* texts;
    for (const { item, name } of files) {
      const opened = await open(item.id);
      if (!opened) throw new Error(`Evidence ${item.id} is not there.`);
      const reader = opened.stream.getReader();
      try {
        yield { name, lastModified: new Date(item.receivedAt), size: item.size, input: piecesOf(reader) };
      } finally {
        // The download may have been broken off in the middle of it.
        await reader.cancel().catch(() => {});
      }
    }
    yield list;
  }
  const sizes = [...texts, ...files.map(({ item, name }) => ({ name, size: item.size })), { name: listName, input: list.input }];
  return { stream: lazy(() => makeZip(inputs())), length: Number(predictLength(sizes)), files: files.length };
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/**
 * The library's stream reads the first file before anybody asks, which nobody does after a HEAD request: it is made with the first
 * read. It ends as well when it is cancelled, but with an error that nobody would catch.
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

/** As `sha256sum --check` reads it. */
function checksums(files: ZipFile[], leftOut: number): string {
  const lines = files.map(({ item, name }) => `${item.sha256}  ${name}\n`);
  const note = `# ${leftOut} left out: infected, or not scanned for viruses yet.\n`;
  return (leftOut > 0 ? note : '') + lines.join('');
}

/** Those that may be opened. Several photographs may have one name, and Windows tells no capitals apart. */
export function namesInZip(items: EvidenceItem[]): ZipFile[] {
  const taken = new Set([listName.toLowerCase()]);
  const included = items.filter(({ scan }) => scan === 'none' || scan === 'clean');
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

/** What no system takes in a name, or takes for something else than a name. */
function safeName(name: string): string {
  const plain = name.replaceAll(/[<>:"/\\|?*]/g, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

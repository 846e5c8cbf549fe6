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
export async function zipEvidence(
  items: EvidenceItem[],
  open: (id: string) => Promise<OpenedEvidence | null>,
): Promise<EvidenceZip> {
  // Loaded when somebody asks: a start of the process need not wait for it.
  const { makeZip, predictLength } = await import('client-zip');
  const included = items.filter(({ scan }) => scan === 'none' || scan === 'clean');
  const names = uniqueNames(included);
  const files = included.map((item, index) => ({ item, name: names[index] ?? item.id, lastModified: new Date(item.receivedAt) }));
  const list = {
    name: listName,
    input: checksums(files, items.length - included.length),
    lastModified: files.at(-1)?.lastModified,
  };
  async function* inputs() {
    for (const { item, ...file } of files) {
      const opened = await open(item.id);
      if (!opened) throw new Error(`Evidence ${item.id} is not there.`);
      const reader = opened.stream.getReader();
      try {
        yield { ...file, size: item.size, input: piecesOf(reader) };
      } finally {
        // The download may have been broken off in the middle of it.
        await reader.cancel().catch(() => {});
      }
    }
    yield list;
  }
  const sizes = [...files.map(({ item, name }) => ({ name, size: item.size })), { name: listName, input: list.input }];
  return { stream: endable(makeZip(inputs())), length: Number(predictLength(sizes)), files: files.length };
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** The library's own stream ends as well when it is cancelled, but with an error that nobody would catch. */
function endable(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason).catch(() => {}),
  });
}

const listName = 'SHA256SUMS.txt';

/** As `sha256sum --check` reads it. */
function checksums(files: { item: EvidenceItem; name: string }[], leftOut: number): string {
  const lines = files.map(({ item, name }) => `${item.sha256}  ${name}\n`);
  const note = `# ${leftOut} left out: infected, or not scanned for viruses yet.\n`;
  return (leftOut > 0 ? note : '') + lines.join('');
}

/** Several photographs may have one name, and Windows tells no capitals apart. */
function uniqueNames(items: EvidenceItem[]): string[] {
  const taken = new Set([listName.toLowerCase()]);
  return items.map(({ name: given, mediaType }) => {
    const name = safeName(downloadName(given, mediaType as EvidenceType));
    const dot = name.lastIndexOf('.');
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1)
      unique = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** What no system takes in a name, or takes for something else than a name. */
function safeName(name: string): string {
  const plain = name.replaceAll(/[<>:"/\\|?*]/g, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

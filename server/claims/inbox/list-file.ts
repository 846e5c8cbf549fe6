import { ReadableStream as Readables } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { londonFormat } from '#forms/london-day.ts';

/** CSV for every program; XLSX for spreadsheets, which make dates and numbers of texts in CSV. */
export type ListFormat = 'csv' | 'xlsx';

/** A date or time as calendars and clocks show it, as if they were in UTC. Texts stay texts, and numbers are counts. */
export type Cell = string | number | Date;

/** `shows`: what the dates of a column are, if it has any. */
export type ListColumn = { title: string; shows?: 'time' | 'date' };

/** A list in pages of rows, which are read as they are written. */
export type List = { columns: ListColumn[]; pages: AsyncIterable<Cell[][]> | Cell[][][] };

/** Writes a list, no faster than it is read. */
export async function writeList(list: List, format: ListFormat): Promise<ReadableStream<Uint8Array>> {
  return format === 'csv' ? (Readables.from(csvChunks(list)) as ReadableStream<Uint8Array>) : await xlsxOf(list);
}

/** The Swedish format is that of ISO 8601, which spreadsheets parse. */
const londonClock = londonFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** A time by the clocks of London, such as 2026-11-20 14:03:22. */
export function londonTime(at: number | null): Cell {
  return at === null ? '' : new Date(`${londonClock(at).replace(' ', 'T')}Z`);
}

/** The mark by which spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff';

async function* csvChunks({ columns, pages }: List): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let head = byteOrderMark + toCsv([columns.map(({ title }) => title)]);
  for await (const page of pages) {
    const rows = page.map((row) => row.map((cell, index) => csvText(cell, columns[index])));
    yield encoder.encode(head + toCsv(rows));
    head = '';
  }
  if (head !== '') yield encoder.encode(head);
}

function csvText(cell: Cell, column: ListColumn | undefined): string {
  if (!(cell instanceof Date)) return String(cell);
  const length = column?.shows === 'date' ? '2026-11-20'.length : '2026-11-20 14:03:22'.length;
  return cell.toISOString().replace('T', ' ').slice(0, length);
}

/** A cell that a spreadsheet would run as a formula, even after spaces or in full-width characters. */
const formula = /^[\s\p{Z}\p{Cf}]*[=+\-@]|^[\t\r]/u;

/** CSV by RFC 4180. An apostrophe keeps spreadsheets from running a cell as a formula. */
export function toCsv(rows: string[][]): string {
  const safe = rows.map((row) => row.map((cell) => (formula.test(cell.normalize('NFKC')) ? `'${cell}` : cell)));
  // Cells that some spreadsheets split or trim are quoted too, although RFC 4180 does not require it.
  return stringify(safe, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ });
}

/** How spreadsheets show the cells of a column; `@` keeps a text one when somebody edits it. */
const numberFormats = { time: 'yyyy-mm-dd hh:mm:ss', date: 'yyyy-mm-dd', text: '@' };

async function xlsxOf({ columns, pages }: List): Promise<ReadableStream<Uint8Array>> {
  // Few ask for it, and a start does what is needed first.
  const { writeXlsxStream } = await import('hucre/xlsx');
  async function* rows() {
    for await (const page of pages)
      for (const row of page) yield row.map((cell) => (typeof cell === 'string' ? xlsxText(cell) : cell));
  }
  return writeXlsxStream(rows(), {
    name: 'List',
    columns: columns.map(({ title, shows = 'text' as const }) => ({ header: title, width: 20, numFmt: numberFormats[shows] })),
    freezePane: { rows: 1 },
  });
}

/** Spreadsheets refuse a file in which one cell has more characters. */
const longestCell = 32_767;
const cut = '… (cut here; the list as CSV has the whole text)';

/** A text as a cell can hold it: without what XML has no way to write, and with nothing that is read as the code of a character. */
function xlsxText(text: string): string {
  const whole = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  const coded = whole.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  return coded.length <= longestCell ? coded : coded.slice(0, longestCell - cut.length) + cut;
}

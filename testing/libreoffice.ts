import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeHtml } from './decode-html.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The path of LibreOffice on this machine; null where it is not installed. */
export function findLibreOffice(): string | null {
  const paths = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'];
  const found = paths.find((path) => existsSync(path)) ?? null;
  if (!found)
    console.warn('LibreOffice is not installed on this machine (Debian: libreoffice-calc-nogui): its tests are skipped.');
  return found;
}

/** What a spreadsheet made of a cell: its type, and the text that it shows. */
export type ShownCell = { type: string; text: string };

/** The rows of a file as LibreOffice shows them to a British office, which has it look for dates and numbers in CSV, as Excel does. */
export function openInLibreOffice(program: string, name: string, content: Uint8Array): ShownCell[][] {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, content);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  const asBritishCsv = name.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1,,2057,false,true'] : [];
  const convert = ['--convert-to', 'fods', '--outdir', folder, file];
  execFileSync(program, ['--headless', profile, ...asBritishCsv, ...convert], { stdio: 'ignore', timeout: 120_000 });
  const sheet = readFileSync(file.replace(/\.\w+$/, '.fods'), 'utf8');
  return [...sheet.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row = '']) => cellsOf(row));
}

function cellsOf(row: string): ShownCell[] {
  return [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
    ([, tag = '', inside = '']) => {
      const type = / office:value-type="(\w+)"/.exec(tag)?.[1] ?? 'empty';
      const lines = [...inside.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, line = '']) => line);
      const text = decodeXml(
        lines
          .join('\n')
          .replaceAll(/<text:s[^>]*>/g, ' ')
          .replaceAll(/<[^>]*>/g, ''),
      );
      const count = Number(/number-columns-repeated="(\d+)"/.exec(tag)?.[1] ?? 1);
      return Array.from({ length: Math.min(count, 100) }, () => ({ type, text }));
    },
  );
}

/** It writes an apostrophe by the name that XML has for it, and React does not. */
function decodeXml(text: string): string {
  return decodeHtml(text.replaceAll('&apos;', "'"));
}

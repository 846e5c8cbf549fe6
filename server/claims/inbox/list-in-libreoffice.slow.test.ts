// Protects: a spreadsheet shows in the files of a list what was typed: in XLSX all of it, in CSV the phone numbers, and it runs no formula.
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { findLibreOffice, openInLibreOffice, type ShownCell } from '#testing/libreoffice.ts';

const libreOffice = findLibreOffice();
const databases = testDatabases();

const names = ['SEP 1', '1E5', '0012', '=1+1', '+1', '-1', '@x', '2/3', 'TRUE', '_x0041_', '\u0001x', '1\u00a0000'];
const phones = ['+44 7700 900101', '07700900101', '+353 85 012 3456', '0800 1111', '0602497996', '+1 650 253 0000'];

test.skipIf(libreOffice === null)('opened in LibreOffice', { timeout: 120_000 }, async () => {
  const { desk, storeClaim, clock } = await createTestDesk(await databases.open('sqlite'));
  for (const [index, lastName] of names.entries())
    await storeClaim({ ...aoife, lastName, phone: phones[index % phones.length] ?? '' }, { createdAt: clock.time - index });
  const open = async (format: 'csv' | 'xlsx') => {
    const file = await buffer(await desk.listFile(olu, { form: 'Make a Claim' }, format));
    const [titles = [], ...rows] = openInLibreOffice(libreOffice ?? '', `list.${format}`, file);
    // A sheet goes on with rows that have nothing.
    const filled = rows.filter((row) => row.some(({ type }) => type !== 'empty'));
    return (title: string) => filled.map((row) => row[titles.findIndex(({ text }) => text === title)]);
  };
  const text = (text: string): ShownCell => ({ type: 'string', text });
  const dialled = ['07700 900101', '07700 900101', '00353 85 012 3456', '0800 1111', '06024 97996', '001 650 253 0000'];

  const xlsx = await open('xlsx');
  expect(xlsx('Last name')).toEqual(names.map((name) => text(name.replace('\u0001', ''))));
  expect(xlsx('Phone')).toEqual([...dialled, ...dialled].map(text));
  expect(xlsx('Received (London)')[0]).toEqual({ type: 'date', text: '2026-11-21 10:00:00' });
  expect(xlsx('Date of accident')[0]).toEqual({ type: 'date', text: aoife.dateOfAccident });

  const csv = await open('csv');
  expect(csv('Phone')).toEqual([...dialled, ...dialled].map(text));
  // What CSV cannot hold, for which there is XLSX.
  expect(
    csv('Last name')
      .slice(0, 3)
      .map((cell) => cell?.type),
  ).toEqual(['date', 'float', 'float']);
  for (const [index, name] of ['=1+1', '+1', '-1', '@x'].entries()) expect(csv('Last name')[3 + index]).toEqual(text(`'${name}`));
});

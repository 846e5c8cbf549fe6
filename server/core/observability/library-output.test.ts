// Protects: the log is JSON lines, and holds nothing that a visitor typed, whatever a library prints.
import { afterEach, expect, test } from 'vitest';
import { logLibraryOutput } from './library-output.ts';
import { createLog } from './log.ts';
import { sumUpLines } from './summed-log.ts';

let giveBack = () => {};
afterEach(() => giveBack());

function listen(): { event: string; line: string; level: string }[] {
  const lines: { event: string; line: string; level: string }[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(JSON.parse(line)) });
  giveBack = logLibraryOutput(sumUpLines(log, () => 0));
  return lines;
}

// biome-ignore-start lint/suspicious/noConsole: what libraries do
test.each([
  [
    'the path that React Router cannot decode',
    () => console.warn(`The URL path "/desk/${'%ff'.repeat(9_000)}" could not be decoded`),
    'The URL path "…"',
  ],
  ['an error with its stack', () => console.error(new TypeError('bad "Aoife"')), 'TypeError: bad "…"'],
  ['a format', () => console.log('%s has %d', 'claims', 3), 'claims has 3'],
  ['an email address', () => console.info('no mailbox for aoife@example.com here'), 'no mailbox for … here'],
  ['a phone number', () => console.debug('called 07700 900123'), 'called … …'],
  ['a private link', () => console.trace(`at /your-claim/K7M4P9QX${'a'.repeat(32)}`), 'at /your-claim/…'],
])('%s is a line of the log without it', (_, print, line) => {
  const lines = listen();
  print();
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', event: 'printed by a library', line: expect.stringContaining(line) }),
  ]);
  expect(JSON.stringify(lines).length).toBeLessThan(400);
});

test('a library that prints at each request fills no disk', () => {
  const lines = listen();
  for (let count = 0; count < 1_000; count += 1) console.warn('again');
  expect(lines.length).toBe(20);
});
// biome-ignore-end lint/suspicious/noConsole: what libraries do

test('a warning of Node is a line of the log', async () => {
  const lines = listen();
  process.emitWarning('Buffer() is old', 'DeprecationWarning');
  await new Promise(setImmediate);
  expect(lines).toEqual([expect.objectContaining({ line: 'DeprecationWarning: Buffer() is old' })]);
});

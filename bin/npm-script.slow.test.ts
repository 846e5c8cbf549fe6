// Protects: on a Node that is too old every command says so in one sentence, and what to do.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';

/** Has the pinned Node say that it is another one. */
const asNode = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

const run = (flags: string[], args: string[]) =>
  spawnSync(process.execPath, [...flags, join(root, 'bin/npm-script.mjs'), ...args], { cwd: root, encoding: 'utf8' });

test.each([['start'], ['test'], ['dev'], ['upgrade'], ['command', 'staff', 'list']])('%s', (...args) => {
  const { status, stdout, stderr } = run([asNode('18.19.1')], args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Kerbside needs Node 20 or later, and this is 18\.19\.1 \(\S+\): install a later one .+, then run this again\.\n$/,
  );
});

test('a Node that is new enough runs the command, with its arguments', () => {
  const { status, stderr } = run([asNode('20.0.0')], ['command', 'staff', 'promote']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm run staff -- add EMAIL')]);
});

test.each([
  ['audit:verify', ['--', '--nothing'], "Unknown option '--nothing'"],
  ['no-such-command', [], 'There is no command no-such-command. docs/operations.md says which there are.\n'],
])('%s as the guide writes it, without npm, is understood or refused in a sentence', (name, args, sentence) => {
  const { status, stderr } = run([], ['command', name, ...args]);
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  expect(stderr).not.toContain('    at ');
});

test('every script that people run on a fresh machine goes through it, and it is written for an old Node', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const part of Object.values(scripts).flatMap((script) => script.split(' && ')))
    if (part.includes('.mjs') && !part.includes('node_modules')) expect(part).toMatch(/^node bin\/npm-script\.mjs [a-z-]+/);
  const source = readFileSync(join(root, 'bin/npm-script.mjs'), 'utf8').replaceAll(/^\/\/.*$/gm, '');
  expect(source).not.toMatch(/^import |\bawait\b|\?\.|\?\?|\.at\(/m);
});

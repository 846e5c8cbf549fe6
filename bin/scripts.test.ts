import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

test.each(Object.entries<string>(scripts))('npm run %s needs no particular shell: %s', (_, command) => {
  for (const part of command.split(' && ')) expect(part).toMatch(/^(?:node|biome|react-router|tsc)(?: [\w./: -]+)?$/);
});

test('the modules of the benchmarks load in Node, which reads no JSX', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/run.ts', 'no-such-measurement'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('no-such-measurement');
});

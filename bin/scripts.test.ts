// Protects: the scripts of package.json run in every shell.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

test.each(Object.entries<string>(scripts))('npm run %s needs no particular shell: %s', (_, command) => {
  for (const part of command.split(' && ')) expect(part).toMatch(/^(?:node|biome|react-router|tsc)(?: [\w./: -]+)?$/);
});

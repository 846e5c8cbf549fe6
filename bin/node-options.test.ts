// Protects: every way to start the product gives Node the same options.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeEnv, nodeFlags } from './node-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = 'server/main.mjs';

test.each([
  ['deploy/Dockerfile', JSON.stringify(['node', ...nodeFlags, server]).replaceAll(',', ', ')],
  ['deploy/kerbside.service', `/node ${[...nodeFlags, server].join(' ')}\n`],
])('%s starts the product as npm start does', (file, command) => {
  const output = readFileSync(join(root, file), 'utf8');
  expect(output).toContain(command);
  for (const [name, value] of Object.entries(nodeEnv)) expect(output).toContain(`${name}=${value}`);
  expect(existsSync(join(root, server))).toBe(true);
});

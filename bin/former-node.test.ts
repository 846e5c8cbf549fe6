// Protects: an upgrade on a machine whose unit of systemd names the runtime's former place starts again.
import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { linkFormerNode } from './setup.mjs';

test('a build puts the runtime where a unit that was copied earlier starts it, and nowhere else', () => {
  const folder = temporaryFolder();
  const unit = join(folder, 'kerbside.service');
  const former = join(folder, 'node_modules/node/bin/node');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/node'), '');
  linkFormerNode(folder, unit);
  writeFileSync(unit, `ExecStart=${folder}/node_modules/.bin/node server/main.mjs`);
  linkFormerNode(folder, unit);
  expect(() => readlinkSync(former)).toThrow('ENOENT');
  writeFileSync(unit, `ExecStart=${former} --max-semi-space-size=8 server/main.mjs`);
  linkFormerNode(folder, unit);
  linkFormerNode(folder, unit);
  expect(readlinkSync(former)).toBe('../../.bin/node');
});

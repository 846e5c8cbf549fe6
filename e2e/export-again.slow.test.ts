// Protects: an export beside an earlier one changes no ETag and no running server, and never takes the place of something else.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { exportSite } from './harness/exported-site.ts';
import { siteDomain } from './harness/proxy.ts';

const siteUrl = `https://${siteDomain}`;
let files: string;

beforeAll(async () => {
  files = await makeFolder();
  await exportSite(files, siteUrl);
});

afterAll(() => removeFolder(files));

test('another export has the same ETags, and the server that was not reloaded goes on with the one before', async () => {
  const of = (release: string) => {
    const entries = readdirSync(join(release, 'site'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const named = entries.filter(({ name }) => !name.startsWith('_')).map(({ parentPath, name }) => join(parentPath, name));
    return named.map((file) => [relative(release, file), statSync(file).mtimeMs, statSync(file).size]);
  };
  const before = realpathSync(join(files, 'current'));
  const config = readFileSync(join(before, 'nginx-server.conf'), 'utf8');
  expect(config).toContain(`root "${before}/site";`);
  await exportSite(files, siteUrl);
  const after = realpathSync(join(files, 'current'));
  expect(after).not.toBe(before);
  expect(of(after)).toEqual(of(before));
});

test('an export refuses a folder that holds something else', async () => {
  await expect(exportSite(root, siteUrl)).rejects.toThrow('holds something else than an export');
  expect(existsSync(join(root, 'current'))).toBe(false);
});

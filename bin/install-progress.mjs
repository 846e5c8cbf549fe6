// Beside npm ci, which says nothing for minutes: how many packages are there already, every few seconds.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
const wanted = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
const startedAt = Date.now();

setInterval(() => {
  const count = wanted.filter((path) => existsSync(join(folder, path, 'package.json'))).length;
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    count < wanted.length
      ? `  ${count} of ${wanted.length} packages after ${seconds} s`
      : `  npm is finishing, after ${seconds} s`,
  );
}, 5_000);
process.once('disconnect', () => process.exit());

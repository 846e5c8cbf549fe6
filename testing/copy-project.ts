import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What git ignores, and git's own. */
const left =
  /^(?:\.git|node_modules|build|data|backups|own|test-results|\.react-router|\.build-.*|\.content.*|\.gathered.*|\.releases|\.env|deploy\/secrets)$/;

/** Copies what is in git of the project into a folder, with the packages that are installed here. */
export function copyProject(folder: string): void {
  for (const name of readdirSync(root))
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !left.test(relative(root, path).replaceAll('\\', '/')),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

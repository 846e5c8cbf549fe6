import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './copy-project.ts';

/**
 * `node testing/make-rebranded-copy.ts FOLDER` makes a copy of the project for another business, as its owner would: testing/rebranded
 * is its own content, with which the forms ask and offer more. `npm run test:all` runs there what depends on the content.
 */

const root = join(import.meta.dirname, '..');
const [folder = ''] = process.argv.slice(2);

copyProject(folder);
cpSync(join(root, 'testing/rebranded'), join(folder, 'own'), { recursive: true });

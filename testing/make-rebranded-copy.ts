import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from './copy-project.ts';

/**
 * `node testing/make-rebranded-copy.ts FOLDER` makes a copy of the project for another business, as its owner would: testing/rebranded
 * is its own content, and the claim form asks one question more. `npm run test:all` runs there what depends on the content.
 */

const root = join(import.meta.dirname, '..');
const [folder = ''] = process.argv.slice(2);

copyProject(folder);
cpSync(join(root, 'testing/rebranded'), join(folder, 'own'), { recursive: true });
askOneQuestionMore(join(folder, 'forms/claim.ts'));

/** Adds a question that nobody has to answer. */
function askOneQuestionMore(file: string): void {
  const next = "        {\n          name: 'reportedToPolice',";
  const question = "        { name: 'dashcam', label: 'Do you have dashcam footage?', type: 'radio', options: yesOrNo },\n";
  const source = readFileSync(file, 'utf8');
  if (!source.includes(next)) throw new Error('forms/claim.ts asks reportedToPolice no more: put the new question elsewhere.');
  writeFileSync(file, source.replace(next, question + next));
}

import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * `node testing/make-rebranded-copy.ts FOLDER` makes a copy of the project for another business, as its owner would: testing/rebranded
 * is its own content, and the claim form asks one question more. `npm run test:all` runs there what depends on the content.
 */

const root = join(import.meta.dirname, '..');
const [folder = ''] = process.argv.slice(2);

/** What git ignores, and git's own. */
const left =
  /^(?:\.git|node_modules|build|data|backups|own|test-results|\.react-router|\.build-.*|\.content.*|\.gathered.*|\.env|deploy\/secrets)$/;

for (const name of readdirSync(root))
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (path) => !left.test(relative(root, path).replaceAll('\\', '/')),
  });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
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

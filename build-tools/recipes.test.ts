// Protects: what CONTRIBUTING.md promises of adding something takes the files that it names, and no more.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProject } from '#testing/copy-project.ts';
import { follow } from '#testing/follow-recipe.ts';
import { root } from '#testing/product.ts';
import { recipes } from '#testing/recipes.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { gatherContent } from './gather-content.mjs';
import { problemsUnder } from './problems-under.ts';

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

test('each recipe takes no more files than it may, names them or their folder, and leaves the content sound', async () => {
  const copy = temporaryFolder();
  copyProject(copy);
  for (const recipe of recipes) {
    const name = recipe.headings.join(', ');
    const text = recipe.headings.map(sectionOf).join('\n');
    const files = follow(recipe, copy);
    expect(files.length, name).toBeLessThanOrEqual(recipe.atMost);
    // A recipe names a file, with <name> in it where it is new, or the folder in which it is.
    const isNamed = (file: string) =>
      [`${file}\``, `\`${basename(file)}\``, `\`${dirname(file)}/`, 'In the folder of its subject'].some((words) =>
        text.includes(words),
      );
    expect(
      files.filter((file) => !isNamed(file)),
      name,
    ).toEqual([]);
    expect(files.every((file) => existsSync(join(copy, file)))).toBe(true);
  }
  gatherContent(copy, '');
  expect(await problemsUnder(copy)).toEqual([]);

  const head = join(copy, 'content/pages/prices-head.ts');
  writeFileSync(head, readFileSync(head, 'utf8').replace(/title: '.*'/, `title: '${'x'.repeat(61)}'`));
  gatherContent(copy, '');
  expect(await problemsUnder(copy), 'a page that no list names is checked').toEqual([
    expect.stringMatching(/^content\/pages\/prices-head\.ts: pricesPage\.title /),
  ]);
});

function sectionOf(heading: string): string {
  const [, text] = contributing.split(`\n## ${heading}\n`);
  return text?.split('\n## ')[0] ?? expect.fail(`CONTRIBUTING.md has no "${heading}".`);
}

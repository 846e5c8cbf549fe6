// Protects: a copy in which every recipe of CONTRIBUTING.md was followed builds, has its types, and passes its tests.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '#testing/copy-project.ts';
import { follow } from '#testing/follow-recipe.ts';
import { recipes } from '#testing/recipes.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';

/** What tells of a list that a recipe forgets: of pages, fields, actions, kinds of e-mail and of job, settings and alarms. */
const tests = [
  'bin/env-example',
  'build-tools/sample-content',
  'build-tools/content-files',
  'content/',
  'content-rules/promises',
  'content-rules/content-problems',
  'forms/',
  'server/email/define-email',
  'server/http/openapi',
  'server/submissions/actions',
  'server/alarms/operations-alarms',
  'server/desk.test',
  'server/env.test',
  'server/http/metrics-endpoint',
];

test('after all recipes a copy has its types, passes its tests, and builds with the new pages', async () => {
  const copy = await makeFolder();
  onTestFinished(() => removeFolder(copy));
  copyProject(copy);
  for (const recipe of recipes) follow(recipe, copy);
  const run = (...args: string[]) => {
    const options = { cwd: copy, encoding: 'utf8', env: { ...process.env, CONTENT_DIR: '', FORCE_COLOR: '0' } } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    // What passed is of no use to somebody who looks for what failed, of whose words only the first lines may be kept.
    const said = stripVTControlCharacters(`${stdout}${stderr}`).replace(
      /^[\s\S]*?(?=^.*(?:Failed (?:Suites|Tests)|Unhandled Errors))/m,
      '',
    );
    if (status !== 0) throw new Error(`${args[0]} ended with ${status}:\n${said}`);
    return stdout;
  };
  run('bin/build.ts', '--if-changed');
  for (const page of ['services/towing', 'guides/papers-to-keep'])
    expect(readFileSync(join(copy, '.content', `${page}.md`), 'utf8')).toContain('title: ');
  run('node_modules/@react-router/dev/bin.cjs', 'typegen');
  // Not incremental, because it shares the packages of this folder, and with them their cache.
  run('node_modules/typescript-7/bin/tsc', '--checkers', '1', '--incremental', 'false', '--tsBuildInfoFile', 'null');
  expect(run('node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.config.ts', ...tests)).toMatch(/Tests .*passed/);
});

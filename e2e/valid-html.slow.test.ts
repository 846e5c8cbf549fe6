// Protects: every page is valid HTML.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { setupJourney } from './harness/journey.ts';
import { nowhere, routes } from './harness/site-paths.ts';

const journey = setupJourney();
const run = promisify(execFile);

/**
 * The validator runs for seconds, so Java's compiling and collecting for long runs would cost more than they save. With these options
 * it takes more of the stack, and pages are nested deeply.
 */
const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m'];
const hasJava = await run('java', ['-version']).then(
  () => true,
  () => false,
);

/** What the checker says of view transitions, which it does not know. The build has parsed all styles. */
const unknownStyles = /: CSS: .*(?:view-transition|Parse Error)/;

if (!hasJava) console.warn('The Nu HTML checker did not run: there is no Java on this machine.');

test.skipIf(!hasJava)('the Nu HTML checker finds no error on any page, nor on one that asks for corrections', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-html-'));
  try {
    const pages = await Promise.all(
      [...routes, nowhere].map(async (path) => [path, await (await fetch(journey.product.url + path)).text()]),
    );
    const wrong = await fetch(`${journey.product.url}/make-a-claim`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@b' }),
    });
    for (const [path, html] of [...pages, ['/corrections', await wrong.text()]] as [string, string][]) {
      await writeFile(join(folder, `${path.slice(1).replaceAll('/', '_') || 'home'}.html`), html);
    }
    await writeFile(join(folder, 'planted.html'), '<!doctype html><title>Planted</title><p id=a id=a>');
    const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
    const checked = await run('java', [
      ...quickStart,
      '-jar',
      jar,
      '--errors-only',
      '--exit-zero-always',
      '--format',
      'json',
      '--skip-non-html',
      folder,
    ]);
    const { messages } = JSON.parse(checked.stderr) as { messages: { url: string; message: string; extract?: string }[] };
    const found = messages.map(({ url, message, extract }) => `${url.split('/').pop()}: ${message} ${extract ?? ''}`);
    const planted = found.filter((line) => line.startsWith('planted.html'));
    expect(planted, 'the checker checks').not.toEqual([]);
    expect(found.filter((line) => !planted.includes(line) && !unknownStyles.test(line))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

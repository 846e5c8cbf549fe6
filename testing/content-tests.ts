import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { site as sample } from '../content/site.ts';

/** Whether only the tests that depend on the content run. They do so in a rebranded copy of the project. */
export const onlyContentTests = process.env.CONTENT_TESTS === '1';

const root = join(import.meta.dirname, '..');

/** A test depends on the content where it names it, or the definition of a form, or says what the sample says. */
const names =
  /#content\/|\.\/content-\w+\.ts|#forms\/(?:answers|claim|claim-options|contact|form|forms|partner|roadside|sender)\.ts/;
/** What nobody else says. */
const saidBySample = [sample.brand, sample.helpline.display, '24/7'];

/** The unit tests that depend on the content. */
export function contentTests(): string[] {
  return ['app', 'bin', 'build-tools', 'content', 'content-rules', 'forms', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path) && dependsOnContent(path)),
  );
}

/**
 * What Node says of whole pages depends on the sample's words in places; the other business has its own journeys for that. A walk of months
 * counts by the targets of the sample.
 */
const ofSample = ['app/accessible-pages.test.ts', 'app/islands/', 'server/months-of-clock.slow.test.ts'];

function dependsOnContent(path: string): boolean {
  if (ofSample.some((start) => path.startsWith(start))) return false;
  const text = readFileSync(join(root, path), 'utf8');
  return /^(?:content|forms)\//.test(path) || names.test(text) || saidBySample.some((words) => text.includes(words));
}

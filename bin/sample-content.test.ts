import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreServices, services } from '#content/all-services.ts';
import { benefits } from '#content/benefits.ts';
import { complaints } from '#content/complaints.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { privacyInShort } from '#content/legal.ts';
import { site } from '#content/site.ts';
import { steps } from '#content/steps.ts';
import { testimonials } from '#content/testimonials.ts';
import { values } from '#content/values.ts';
import { loadContent } from './content-rules.ts';
import { sampleBrand } from './launch/content-check.ts';

/** What the content that ships was asked to have. A business of its own says what it likes, within content-rules.ts. */
const brand: string = site.brand;
const ships = test.runIf(brand === sampleBrand);

const slugs = `pco-phv-taxi-claims credit-hire vehicle-repair legal-support
  personal-injury loss-of-earnings vehicle-recovery emergency-response`.split(/\s+/);

ships.each([
  ['home answers', homeFaq, 6],
  ['answers', faq, 7],
  ['steps', steps, 4],
  ['values', values, 3],
  ['benefits', benefits, 3],
  ['steps of the complaints procedure', complaints, 5],
  ['testimonials', testimonials, 6],
  ['core services', coreServices, 4],
])('there are as many %s as were asked for', (_, list, count) => {
  expect(list).toHaveLength(count);
});

ships('the services are those that were asked for, in their order', () => {
  expect(services.map(({ href }) => href)).toEqual(slugs.map((slug) => `/services/${slug}`));
});

ships('each service has five features and 500 to 900 words, and says where it must what a hire may cost', async () => {
  const { services: files } = await loadContent(new URL('..', import.meta.url).pathname);
  for (const { file, slug, frontMatter, body } of files) {
    expect(frontMatter.features, file).toHaveLength(5);
    expect(frontMatter.noCostNotice, file).toBe(['pco-phv-taxi-claims', 'credit-hire', 'vehicle-repair'].includes(slug));
    const words = body.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    expect(words, file).toBeGreaterThanOrEqual(500);
    expect(words, file).toBeLessThanOrEqual(900);
  }
});

ships('the privacy notice states for how long the backups of deploy/ keep what was erased', () => {
  const unit = readFileSync(new URL('../deploy/kerbside-backup.service', import.meta.url), 'utf8');
  expect(unit).toContain('--keep-daily 14 --keep-weekly 8\n');
  expect(privacyInShort.map(({ text }) => text).join(' ')).toContain('stays in our backups for up to eight weeks more.');
});

ships.each(['3 working days', '14 working days', '4 weeks', '8 weeks', 'Financial Ombudsman Service'])(
  'the complaints procedure says "%s"',
  (limit) => {
    expect(complaints.map(({ text }) => text).join(' ')).toMatch(new RegExp(`\\b${limit}\\b`));
  },
);

// Protects: the content that ships has the pages, fields and texts of the specification.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreServices, services } from '#content/all-services.ts';
import { benefits } from '#content/benefits.ts';
import { complaints } from '#content/complaints.ts';
import { faq, homeFaq } from '#content/faq.ts';
import { privacyInShort } from '#content/legal.ts';
import { notPursuedMonths, retention } from '#content/retention-periods.ts';
import { site } from '#content/site.ts';
import { steps } from '#content/steps.ts';
import { testimonials } from '#content/testimonials.ts';
import { values, whoWeAre } from '#content/values.ts';
import { whyChoose } from '#content/why-choose.ts';
import { claim } from '#forms/claim.ts';
import { contact } from '#forms/contact.ts';
import { type Field, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { partner } from '#forms/partner.ts';
import { roadside } from '#forms/roadside.ts';
import { checkContent, readLaunchContent, sampleBrand } from '../bin/launch/content-check.ts';
import { loadContent } from './load-content.ts';

/**
 * What the content that ships was asked to have. More may be added to it, by the recipes of CONTRIBUTING.md, without a change here. A
 * business of its own says what it likes, within content-rules/.
 */
const brand: string = site.brand;
const ships = test.runIf(brand === sampleBrand);

const stated = privacyInShort.find(({ title }) => title === 'How long we keep it')?.text ?? '';

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
])('there are as many %s as were asked for, or more', (_, list, count) => {
  expect(list.length).toBeGreaterThanOrEqual(count);
});

ships('the services that were asked for are there, in their order', () => {
  const asked = slugs.map((slug) => `/services/${slug}`);
  expect(services.map(({ href }) => href).filter((href) => asked.includes(href))).toEqual(asked);
});

ships('each of them has five features and 500 to 900 words, and says where it must what a hire may cost', async () => {
  const { services: files } = await loadContent(new URL('..', import.meta.url).pathname);
  for (const { file, slug, frontMatter, body } of files.filter((one) => slugs.includes(one.slug))) {
    expect(frontMatter.features, file).toHaveLength(5);
    expect(frontMatter.noCostNotice, file).toBe(['pco-phv-taxi-claims', 'credit-hire', 'vehicle-repair'].includes(slug));
    const words = body.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    expect(words, file).toBeGreaterThanOrEqual(500);
    expect(words, file).toBeLessThanOrEqual(900);
  }
});

ships('the privacy notice states the periods after which retention erases', () => {
  const years = (days: number) => ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'][Math.round(days / 365)] ?? days;
  const { forms, quarantine, closedFor } = retention;
  expect(stated).toContain(
    `Claims that we close as not going ahead, for example because you withdraw: ${notPursuedMonths} months after we close them. ` +
      `A claim begun at the roadside that nobody continued: ${notPursuedMonths} months from when you began it. ` +
      `All other claims: about ${years(forms['Make a Claim'])} years from when you sent them, once they have been closed for ${closedFor} days.`,
  );
  expect(stated).toContain(`Partner enquiries: ${years(forms['Partners Inquiry'])} years.`);
  expect(stated).toContain(`Messages: ${years(forms['Contact Us'])} year.`);
  expect(stated).toContain(`Suspected spam: ${quarantine} days.`);
});

ships('the privacy notice states for how long the backups of deploy/ keep what was erased', () => {
  const unit = readFileSync(new URL('../deploy/kerbside-backup.service', import.meta.url), 'utf8');
  expect(unit).toContain('--keep-daily 14 --keep-weekly 8\n');
  expect(privacyInShort.map(({ text }) => text).join(' ')).toContain('stays in our backups for up to eight weeks more.');
});

ships('the complaints procedure says its time limits, and where to go with a complaint after that', () => {
  const said = complaints.map(({ text }) => text).join(' ');
  const limits = ['3 working days', '14 working days', '4 weeks', '8 weeks', 'Financial Ombudsman Service'];
  for (const limit of limits) expect(said).toMatch(new RegExp(`\\b${limit}\\b`));
});

ships('claimants, drivers by profession, and who is at the roadside have the response targets that were asked for', () => {
  expect([site.claimTargetHours, site.professionalTargetHours, site.roadsideTargetMinutes]).toEqual([24, 2, 15]);
});

ships('the business serves England and Wales, whose law the guides tell', async () => {
  expect(site.areaServed).toEqual(['England', 'Wales']);
  const { guides } = await loadContent(new URL('..', import.meta.url).pathname);
  for (const { file, frontMatter } of guides) expect(frontMatter.law, file).toBe('England and Wales');
});

ships('the claim form asks what the specification lists', () => {
  expectFields(claim, [
    'firstName* text',
    'lastName* text',
    'email* email',
    'phone* tel',
    'address* textarea',
    'postcode* text',
    'dateOfAccident* date',
    'timeOfAccident time',
    'locationOfAccident* text',
    'descriptionOfAccident* textarea',
    'reportedToPolice radio yes|no default no',
    'vehicleMake* text',
    'vehicleModel* text',
    'vehicleYear* number',
    'vehicleReg* text',
    'vehicleType* select car|pco|van|motorcycle|other',
    'insuranceCompany* text',
    'policyNumber text',
    'claimType* select credit-hire|vehicle-repair|personal-injury|other',
    'serviceReplacement checkbox',
    'serviceRepair checkbox',
    'serviceLegal checkbox',
    'additionalInfo textarea',
    'consent* checkbox',
  ]);
});

ships('the claim form has the six sections of the specification in order', () => {
  const asked = [
    'Personal Information',
    'Accident Details',
    'Vehicle Information',
    'Insurance Details',
    'Services Required',
    'Additional Information',
  ];
  expect(claim.sections.map(({ title }) => title).filter((title) => asked.includes(title))).toEqual(asked);
});

ships('the partner form asks what the specification lists, and offers the kinds of partner it names', () => {
  expectFields(partner, [
    'companyName* text',
    'contactName* text',
    'email* email',
    'businessType* select Body shop|Broker|Solicitor|Taxi operator|Other',
    'referralInfo textarea',
  ]);
});

ships('the contact form asks what the specification lists', () =>
  expectFields(contact, ['name* text', 'email* email', 'phone tel', 'subject* text', 'message* textarea']),
);

ships('at the roadside only what is needed to call back is asked', () => {
  expect(fieldsOf(roadside).map(lineOf)).toEqual([
    'name* text',
    'phone* tel',
    'locationOfAccident* text',
    'descriptionOfAccident textarea',
    'language select en|pl|ro|ur|bn|pa default en',
    'consent* checkbox',
  ]);
});

const serviceTexts = markdownIn('services/');
const guideTexts = markdownIn('guides/');
const pages = new Map<string, string>([
  ...serviceTexts,
  ...guideTexts,
  ['faq.ts', [...homeFaq, ...faq].map(({ answer }) => answer).join('\n')],
  ['values.ts', [...whoWeAre, ...values.map(({ text }) => text)].join('\n')],
  ['why-choose.ts', [whyChoose.lead, ...whyChoose.points.map(({ text }) => text)].join('\n')],
]);

const nextStep = /^\*\*Next:\*\* .*\b(?:call|tell us|send us)\b/i;

/** Of four words or more; safety, what the law says and the cost terms may be repeated where they are needed. */
const mayBeRepeated = [
  /999/,
  /\bcredit|agreement|charges|sign\b/,
  /\breport\b/,
  /fee/,
  /your (?:own )?insurer/i,
  /when another route suits you better/,
];

ships('no sentence stands on two pages, so that none wears out', () => {
  const firstOn = new Map<string, string>();
  const repeated: string[] = [];
  for (const [page, text] of pages)
    for (const sentence of sentencesIn(text)) {
      const first = firstOn.get(sentence);
      if (first !== undefined && !mayBeRepeated.some((words) => words.test(sentence)))
        repeated.push(`${first}, ${page}: ${sentence}`);
      firstOn.set(sentence, page);
    }
  expect(repeated).toEqual([]);
});

ships.each(serviceTexts)('%s has an example that says it is one, and ends with the next step', (_, text) => {
  expect(text).toContain('\n## Example, with round figures\n');
  expect(text.trimEnd().split('\n').at(-1)).toMatch(nextStep);
});

ships.each(guideTexts)('%s begins with the answer, and ends with the next step', (_, text) => {
  expect(text).toMatch(/\n---\n\n## The short answer\n/);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(nextStep);
});

function markdownIn(path: string): [string, string][] {
  const folder = new URL(`../content/${path}`, import.meta.url);
  return readdirSync(folder).map((name) => [path + name, readFileSync(new URL(name, folder), 'utf8')]);
}

function sentencesIn(markdown: string): string[] {
  const text = markdown.replace(/^---[\s\S]*?\n---\n/, '').replace(/\]\([^)]*\)|[[*]/g, '');
  return text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((sentence) =>
      sentence
        .replace(/^[-|#\d. ]+/, '')
        .toLowerCase()
        .trim(),
    )
    .filter((sentence) => !sentence.startsWith('example, with') && sentence.split(/\s+/).length >= 4);
}

ships('the pages and the form invite what needs permission, each by name', async () => {
  const shipped = await readLaunchContent();
  const findings = checkContent({ ...shipped, regulation: 'We are not authorised for claims management.' });
  const says = findings.find((one) => one.about === 'permission')?.says ?? '';
  for (const name of ['personal-injury.md', 'loss-of-earnings.md', 'legal-support.md', 'choice of an injury', 'Legal support'])
    expect(says).toContain(name);
  expect(says).not.toContain('vehicle-repair.md');
});

/** Expects the fields that the specification lists, in its order: name, * when required, type, options, default. */
function expectFields(form: FormDefinition, asked: string[]): void {
  const names = asked.map((line) => /^\w+/.exec(line)?.[0]);
  expect(fieldsOf(form).flatMap((field) => (names.includes(field.name) ? [lineOf(field)] : []))).toEqual(asked);
}

function lineOf({ name, required, type, options, defaultValue }: Field): string {
  return [
    `${name}${required ? '*' : ''}`,
    type,
    ...(options ? [options.map(({ value }) => value).join('|')] : []),
    ...(defaultValue ? [`default ${defaultValue}`] : []),
  ].join(' ');
}

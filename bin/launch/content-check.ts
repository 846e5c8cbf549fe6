import { readdir, readFile } from 'node:fs/promises';
import { closedDays } from '#content/closed-days.ts';
import { regulation } from '#content/conditions.ts';
import { money } from '#content/money.ts';
import { pagesByName } from '#content/page-names.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { testimonials } from '#content/testimonials.ts';
import type { PageContent } from '#content/types.ts';
import { type Wording, wordingDoubts, wordingIn } from '#content-rules/wording.ts';
import { claim } from '#forms/claim.ts';
import { claimTypes, notAsked, notOffered } from '#forms/claim-options.ts';
import { fieldsOf } from '#forms/form.ts';
import { amber, type CheckResult, check, green, red } from './check-result.ts';
import { checkLaw, checkLondonTexts, checkPlaceAndTime, type PlaceAndTime } from './place-check.ts';
import { checkStanding, type RegulationContent } from './regulation-check.ts';
import { dramaNumbersIn, exampleAddressesIn, filler, looksFilledIn, placeholder, reservedIn } from './reserved-names.ts';
import { checkTranslations, readTranslations, type Translation } from './translation-check.ts';

/** What the site says about the business, and all its other texts, each with its file and field. */
export type LaunchContent = {
  site: {
    brand: string;
    legalName: string;
    companyNumber: string;
    vatNumber: string | null;
    helpline: { display: string; tel: string };
    email: string;
    whatsapp: { display: string; href: string };
  } & PlaceAndTime;
  samples: number;
  /** What the claim form would offer if the service were described. */
  notOffered: { label: string; file: string }[];
  /** The file names of services that the claim form does not ask about. */
  notAsked: string[];
  translations: Translation[];
} & RegulationContent;

/** Modules that are not read here, because they import files by a pattern, which only the build can do. The files themselves are read. */
const globbed = ['all-services.ts', 'service-links.ts', 'all-guides.ts', 'written-pages.ts', 'every-page.ts'];

export async function readLaunchContent(): Promise<LaunchContent> {
  const folder = new URL('../../.content/', import.meta.url);
  const modules = (await readdir(folder)).filter((name) => /(?<!\.d|\.test)\.ts$/.test(name) && !globbed.includes(name));
  const data = modules.map(async (name) => wordingIn(`content/${name}`, { ...(await import(new URL(name, folder).href)) }));
  const furtherPages = wordingIn('content/pages.ts', { pages: await readFurtherPages(folder) });
  const markdown = await Promise.all(['services', 'guides'].map((name) => readMarkdown(folder, name)));
  const samples = testimonials.filter(({ sample }) => sample).length;
  const claimFields = fieldsOf(claim).map(({ name }) => name);
  const offered = { claimTypes: claimTypes.map(({ value }) => value), claimFields, notOffered, notAsked };
  return {
    site: { ...site, closedDays },
    regulation,
    samples,
    money,
    ...offered,
    translations: await readTranslations(folder),
    wording: [...(await Promise.all(data)), furtherPages, ...markdown].flat(),
  };
}

/** Pages that content/pages.ts does not name. */
async function readFurtherPages(content: URL): Promise<Record<string, PageContent>> {
  const names = (await readdir(new URL('pages/', content))).filter((name) => name.endsWith('-head.ts'));
  const files = await Promise.all(names.map((name) => import(new URL(`pages/${name}`, content).href)));
  return Object.fromEntries(Object.entries(pagesByName(files)).filter(([name]) => !(name in pages)));
}

async function readMarkdown(content: URL, folder: string): Promise<Wording[]> {
  const names = await readdir(new URL(`${folder}/`, content));
  return await Promise.all(
    names.map(async (name) => ({
      file: `content/${folder}/${name}`,
      field: 'the text',
      text: await readFile(new URL(`${folder}/${name}`, content), 'utf8'),
    })),
  );
}

/** The brand of the sample content, which everybody has to replace. */
export const sampleBrand = 'Kerbside Claims';

/** As the guides of the sample come. */
const checkedByTemplate = /^reviewedBy: the authors of this template$/m;

const unfinished = /to be confirmed|owner to confirm|\bTODO\b|lorem ipsum/i;
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i;

/** The numbers in the ICO's register of fee payers: Z and seven digits, or two letters and six. */
const icoNumber = /\b(?:Z\d|Z[A-Z])\d{6}\b/g;

/**
 * Checks what the law requires a site to say about its business, numbers and addresses that reach nobody, and samples that were to be
 * replaced.
 */
export function checkContent(content: LaunchContent): CheckResult[] {
  const { site, samples } = content;
  const { brand, legalName, email } = site;
  const address = site.address.join(', ');
  const inSite = 'in content/site.ts';
  return [
    check(
      'brand',
      brand !== sampleBrand,
      `The site is called ${brand}.`,
      `The site is called ${sampleBrand}, as it came.`,
      `Set brand ${inSite} to your own name.`,
    ),
    check(
      'legal name',
      !placeholder.test(legalName),
      `The company is ${legalName}.`,
      `The company is named “${legalName}”.`,
      `Set legalName ${inSite} as it stands at Companies House.`,
    ),
    check(
      'company number',
      !filler.test(site.companyNumber),
      `Its number is ${site.companyNumber}.`,
      `The company number “${site.companyNumber}” ${looksFilledIn}.`,
      `Set companyNumber ${inSite} as it stands at Companies House.`,
    ),
    check(
      'office',
      !placeholder.test(address) && postcode.test(address),
      `The address is ${address}.`,
      `The address is “${address}”.`,
      `Set address ${inSite} to the registered office, with its full postcode.`,
    ),
    checkVatNumber(site.vatNumber),
    ...checkStanding(content),
    ...content.notOffered.map(({ label, file }) =>
      amber(
        'claim form',
        `The claim form does not offer “${label}”, because there is no ${file}.`,
        'Nothing, if you do not offer it. If the service has another file name, offer that one in services of content/form-fields.ts.',
      ),
    ),
    ...content.notAsked.map((name) =>
      amber(
        'claim form',
        `The claim form does not ask about content/services/${name}.md: visitors choose “Other”.`,
        'Nothing, if that will do. Otherwise add it to services in content/form-fields.ts.',
      ),
    ),
    checkIcoNumber(content.wording),
    checkPhone('helpline', site.helpline.display, site.helpline.tel),
    checkPhone('whatsapp', site.whatsapp.display, site.whatsapp.href),
    check(
      'email',
      exampleAddressesIn(email).length === 0,
      `Visitors are told to write to ${email}.`,
      `content/site.ts gives ${email}, which reaches nobody.`,
      'Set email to an address that somebody reads.',
    ),
    check(
      'testimonials',
      samples === 0,
      'No testimonial is a sample; keep the proof of any that you show.',
      `${samples} of the testimonials are samples.`,
      'Replace them in content/testimonials.ts by real ones with their writers’ consent and set sample to false; invented reviews are unlawful.',
    ),
    ...checkGuides(content),
    ...checkTranslations(content.translations),
    ...checkWording(content),
    ...checkDoubts(content.wording),
    ...checkPlaceAndTime(site),
    ...checkLondonTexts(site, content.wording),
    ...checkLaw(site, content.wording),
  ];
}

/** Guides that nobody of the firm has checked, one result for all. */
function checkGuides({ wording }: LaunchContent): CheckResult[] {
  const files = wording.flatMap(({ file, text }) => (checkedByTemplate.test(text) ? [file] : []));
  if (files.length === 0) return [];
  return [
    amber(
      'guides',
      `${files.join(', ')} say that the authors of this template checked them.`,
      'Have somebody who knows the law check each guide and open each of its sources, and give the day in reviewed and their name in reviewedBy.',
    ),
  ];
}

function checkVatNumber(number: string | null): CheckResult {
  if (number === null)
    return amber(
      'VAT',
      'The site gives no VAT number.',
      'Nothing, if the company is not registered for VAT. If it is, set vatNumber in content/site.ts: the law requires a site to give it.',
    );
  return check(
    'VAT',
    !filler.test(number.replace(/\D/g, '')),
    `Its VAT number is ${number}.`,
    `The VAT number “${number}” ${looksFilledIn}.`,
    'Set vatNumber in content/site.ts as HMRC gave it.',
  );
}

function checkIcoNumber(wording: Wording[]): CheckResult {
  const numbers = wording.flatMap(({ text }) => text.match(icoNumber) ?? []);
  const number = numbers.find((found) => !filler.test(found));
  if (number) return green('data protection', `The site gives the ICO registration ${number}.`);
  return amber(
    'data protection',
    numbers[0] ? `The ICO registration ${numbers[0]} ${looksFilledIn}.` : 'The site gives no ICO registration number.',
    'Pay the data protection fee at ico.org.uk and give the number (such as ZA followed by six digits) in content/legal.ts.',
  );
}

function checkPhone(name: string, display: string, link: string): CheckResult {
  const [number] = dramaNumbersIn(`${display} ${link}`);
  return check(
    name,
    !number,
    `${display} is outside Ofcom’s ranges for drama.`,
    `${number} is from Ofcom’s ranges for drama and reaches nobody.`,
    `Set ${name} in content/site.ts to your own number.`,
  );
}

/** What may be true, and needs proof or plainer words. */
function checkDoubts(wording: Wording[]): CheckResult[] {
  return wording.flatMap((text) =>
    wordingDoubts(text).map(({ about, words, why, instead }) =>
      amber(about, `${text.file} (${text.field}) says “${words}”: ${why}.`, `If it is true, ${instead}.`),
    ),
  );
}

/**
 * Checks all other texts. What content/site.ts and the regulation say has results of its own and is left out here, although every
 * page repeats it.
 */
function checkWording({ site, regulation, wording }: LaunchContent): CheckResult[] {
  const known = reservedIn(JSON.stringify(site));
  return wording.flatMap(({ file, field, text }) => {
    if (file === 'content/site.ts') return [];
    const words = text.replaceAll(site.address.join(', '), '').replaceAll(regulation, '').match(unfinished)?.[0];
    return [
      ...reservedIn(text)
        .filter((found) => !known.includes(found))
        .map((found) => [`gives ${found}, which reaches nobody.`, 'Put a real one in its place, or leave it out.'] as const),
      ...(words ? [[`still says “${words}”.`, 'Write what is the case, or leave it out.'] as const] : []),
    ].map(([says, todo]) => red('wording', `${file} (${field}) ${says}`, todo));
  });
}

import { z } from 'zod';
import { closedDaysShape } from '../content/closed-days-shape.ts';
import { days } from '../content/opening-hours.ts';
import { retentionShape } from './content-retention.ts';
import { fieldName } from './content-wording.ts';
import { isInUnitedKingdom, postcodeArea } from './postcode-areas.ts';

const text = z.string().trim().min(1, 'must not be empty');
const titled = z.array(z.object({ title: text, text }));
const notice = z.array(z.object({ title: text, text, points: z.array(text).optional() }));
const questions = z.array(
  z.object({
    question: text.meta({ title: 'Question' }),
    answer: text.meta({ title: 'Answer' }),
    more: z.object({ to: text.startsWith('/', 'must start with /'), label: text }).optional(),
  }),
);

/** As phones dial a number: 0113 496 0123, +44 (0)113 496 0123 and 0044 113 496 0123 are one. */
export function international(display: string): string {
  const digits = display.replace(/\(0\)|\D/g, '');
  return `+${digits.startsWith('00') ? digits.slice(2) : digits.replace(/^0/, '44')}`;
}

const phone = z
  .object({ display: text.regex(/\d(?:\D*\d){6}/, 'must be a phone number'), tel: text })
  .refine(({ display, tel }) => tel === international(display), 'must dial in tel the number shown in display');

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time as 08:00');
const openingTimes = z
  .strictObject({ from: z.enum(days), to: z.enum(days), opens: time, closes: time })
  .refine(({ opens, closes }) => opens < closes, 'must close later than it opens: a night is two entries');
const openingHours = z.preprocess(
  (hours) =>
    hours === 'always'
      ? { times: [{ from: 'Monday', to: 'Sunday', opens: '00:00', closes: '24:00' }], bankHolidays: true }
      : hours,
  z.strictObject(
    { times: z.array(openingTimes).min(1, 'must have at least one entry'), bankHolidays: z.boolean() },
    { error: ({ code }) => (code === 'invalid_type' ? "must be 'always', or have times and bankHolidays" : undefined) },
  ),
);

const wholeNumber = z.int({
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a whole number'),
});

const site = z.strictObject({
  brand: text,
  legalName: text,
  companyNumber: text,
  vatNumber: text.nullable(),
  helpline: phone.meta({ title: 'Helpline', description: 'As people read it, such as 0113 496 0123.' }),
  email: z.email('must be an email address'),
  whatsapp: z
    .object({ display: text, href: text.startsWith('https://', 'must start with https://') })
    .refine(
      ({ display, href }) => href.replace(/\?.*/, '') === `https://wa.me/${international(display).slice(1)}`,
      'must link in href to the number shown in display, as https://wa.me/44 and the number without its 0',
    )
    .meta({ title: 'WhatsApp', description: 'The number of your WhatsApp account.' }),
  address: z
    .array(text)
    .refine(
      (lines) => postcodeArea(lines.at(-1) ?? '') !== null,
      'must have the postcode on its last line, and nothing else there',
    )
    .meta({ title: 'Office address', description: 'A line for each part of it, and the postcode on the last.' }),
  town: text,
  region: text,
  coordinates: z
    .object({ latitude: z.number(), longitude: z.number() })
    .refine(
      isInUnitedKingdom,
      'must be in Great Britain or Northern Ireland, latitude first; west of Greenwich the longitude has a minus',
    ),
  areaServed: z.array(text).min(1, 'must name at least one'),
  openingHours: openingHours.meta({ title: 'Opening hours', description: 'When somebody answers the helpline.' }),
  claimTargetHours: wholeNumber.min(1, 'must be at least 1'),
  professionalTargetHours: wholeNumber.min(1, 'must be at least 1'),
  roadsideTargetMinutes: wholeNumber.min(1, 'must be at least 1'),
  social: z.array(z.strictObject({ name: text, href: text.startsWith('https://', 'must start with https://').nullable() })),
  newsletter: z.enum(['placeholder', 'off']),
});

const testimonial = z.object({
  name: text,
  location: text,
  rating: wholeNumber.min(1, 'must be from 1 to 5').max(5, 'must be from 1 to 5'),
  comment: text,
  imageDescription: text,
  sample: z.boolean(),
});

const page = z.object({ path: text, title: sized(1, 60), description: sized(110, 155), heading: text, lead: text });

export const siteShape = z.object({ site });

/** What owners change at /desk/site beside what is in content/site.ts and content/faq.ts. */
export const changesShape = z.object({
  notice: sized(1, 140).optional().meta({
    title: 'Notice',
    description: 'One sentence above every page, such as: Snow: we ring back by noon. Leave it empty for none.',
  }),
  servicesOff: z.array(text).optional().meta({
    title: 'Services',
    description: 'A service that is switched off has no page, card or link. The claim form stays as it is.',
  }),
});

const closedDaysOnly = z.object({
  closedDays: closedDaysShape.meta({
    title: 'Closed days',
    description:
      'Days on which nobody answers, although the opening hours name that day of the week. None while you are open at all times.',
  }),
});

const questionsShape = z.object({
  homeFaq: questions.meta({ title: 'Questions on the home page' }),
  faq: questions.meta({ title: 'Questions on the page of questions' }),
});

/** The exports each other content file must have. */
export const moduleShapes: Record<string, z.ZodType> = {
  'content/closed-days.ts': closedDaysOnly,
  'content/conditions.ts': z.object({ independent: text, regulation: text, sampleBadge: text, sampleNotice: text }),
  'content/no-cost.ts': z.object({
    noCostShort: text,
    noCostFull: z.object({ title: text, lead: text, points: z.array(text), rest: text }),
  }),
  'content/retention-days.ts': retentionShape,
  'content/legal.ts': z.object({ privacyInShort: notice, termsInShort: notice }),
  'content/why-choose.ts': z.object({ whyChoose: z.object({ title: text, lead: text, points: titled }) }),
  'content/faq.ts': questionsShape,
  'content/steps.ts': z.object({ steps: titled }),
  'content/values.ts': z.object({ whoWeAre: z.array(text), values: titled }),
  'content/benefits.ts': z.object({ partnerPitch: text, benefits: titled }),
  'content/complaints.ts': z.object({ complaints: titled }),
  'content/testimonials.ts': z.object({ testimonials: z.array(testimonial) }),
  'content/pages.ts': z.object({ pages: z.record(z.string(), page) }),
};

export const serviceShape = z.strictObject({
  title: text,
  description: text,
  pictogram: z.enum(['taxi', 'car', 'spanner', 'scales', 'injury', 'earnings', 'recovery', 'beacon']),
  order: z.number(),
  pageTitle: sized(1, 60),
  metaDescription: sized(120, 155),
  heroTitle: text,
  heroLead: text,
  features: z.array(text),
  noCostNotice: z.boolean(),
});

export const guideShape = z.strictObject({
  title: sized(1, 60),
  description: sized(110, 155),
  heading: text,
  lead: text,
  law: text,
  published: z.iso.date('must be a date as YYYY-MM-DD').optional(),
  reviewed: z.iso.date('must be a date as YYYY-MM-DD'),
  reviewedBy: text.optional(),
  sources: z.array(z.strictObject({ name: text, href: text.optional() })).min(1, 'must name at least one'),
  services: z.array(text).min(1, 'must name at least one'),
  noCostNotice: z.boolean(),
});

/** What a form calls a field, and says about it: as `.meta()` has them. */
export function fieldMeta(name: string): { title: string; description: string } {
  const shape = { ...site.shape, ...closedDaysOnly.shape, ...changesShape.shape, ...questionsShape.shape }[name as 'notice'];
  const { title = name, description = '' } = (shape as z.ZodType | undefined)?.meta() ?? {};
  return { title, description };
}

/** One sentence for each thing wrong with a file's data, naming the file and the field. */
export function shapeProblems(file: string, shape: z.ZodType, data: unknown): string[] {
  const { error } = shape.safeParse(data, { error: reason });
  return (error?.issues ?? []).map((issue) => `${file}: ${fieldName(issue.path)} ${issue.message}.`);
}

function reason(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'unrecognized_keys') return `has fields nobody reads: ${issue.keys.join(', ')}`;
  return 'is not valid';
}

function sized(least: number, most: number) {
  return text.refine((words) => words.length >= least && words.length <= most, {
    error: ({ input }) => `must have ${least} to ${most} characters, has ${String(input).length}`,
  });
}

import { z } from 'zod';
import { calendarDay, closedDaysShape } from '../content/closed-days-shape.ts';
import { openingHoursShape } from './opening-hours-shape.ts';
import { isInUnitedKingdom, postcodeArea } from './postcode-areas.ts';
import { companyNumberShape, vatNumberShape } from './registered-numbers.ts';
import { retentionShape } from './retention-rules.ts';
import { isNumber } from './shape-problems.ts';

export const text = z.string().trim().min(1, 'must not be empty');
const titled = z.array(z.strictObject({ title: text, text }));
const notice = z.array(z.strictObject({ title: text, text, points: z.array(text).optional() }));
const questions = z.array(
  // What owners publish has a mark more (content/site-changes.ts).
  z.object({
    question: sized(1, 200).meta({ title: 'Question' }),
    answer: sized(1, 2_000).meta({ title: 'Answer' }),
    more: z
      .strictObject({ to: text.startsWith('/', 'must start with /, as /make-a-claim'), label: text })
      .optional()
      .meta({ title: 'Page that says more' }),
  }),
);

/** As phones dial a number: 0113 496 0123, +44 (0)113 496 0123 and 0044 113 496 0123 are one. */
export function international(display: string): string {
  const digits = display.replace(/\(0\)|\D/g, '');
  return `+${digits.startsWith('00') ? digits.slice(2) : digits.replace(/^0/, '44')}`;
}

/** Seven to fifteen digits, as phone numbers have, and what separates them. */
const phoneNumber = text
  .max(30, 'must have 30 characters at most')
  .regex(/^[+\s().-]*\d(?:[\s().-]*\d){6,14}[\s)]*$/, 'must be a phone number');

function whatsAppLink(display: string): string {
  return `https://wa.me/${international(display).slice(1)}`;
}

const phone = z.strictObject({ display: phoneNumber, tel: text }).refine(({ display, tel }) => tel === international(display), {
  error: ({ input }) =>
    `must dial in tel the number shown in display, which is '${international((input as { display: string }).display)}'`,
});

const wholeNumber = z.int({
  error: ({ input }) => {
    if (input === undefined) return 'is missing';
    return `must be a whole number${isNumber(input) ? `: write ${input}, without quotes` : ''}`;
  },
});

const site = z.strictObject({
  brand: text,
  legalName: text,
  companyNumber: companyNumberShape,
  vatNumber: vatNumberShape,
  helpline: phone.meta({ title: 'Helpline', description: 'As people read it, such as 0113 496 0123.' }),
  email: z.email('must be an email address, as hello@your-site.co.uk'),
  whatsapp: z
    .strictObject({ display: phoneNumber, href: text.startsWith('https://', 'must start with https://') })
    .refine(({ display, href }) => href.replace(/\?.*/, '') === whatsAppLink(display), {
      error: ({ input }) =>
        `must link in href to the number shown in display, which is '${whatsAppLink((input as { display: string }).display)}'`,
    })
    .meta({ title: 'WhatsApp', description: 'The number of your WhatsApp account.' }),
  address: z
    .array(text.max(80, 'must have 80 characters at most in a line'))
    .max(8, 'must have 8 lines at most')
    .refine(
      (lines) => postcodeArea(lines.at(-1) ?? '') !== null,
      'must have the postcode on its last line, and nothing else there',
    )
    .meta({ title: 'Office address', description: 'A line for each part of it, and the postcode on the last.' }),
  town: text,
  region: text,
  coordinates: z
    .strictObject({ latitude: z.number(), longitude: z.number() })
    .refine(
      isInUnitedKingdom,
      'must be in Great Britain or Northern Ireland, latitude first; west of Greenwich the longitude has a minus',
    ),
  areaServed: z.array(text).min(1, 'must name at least one'),
  openingHours: openingHoursShape.meta({ title: 'Opening hours', description: 'When somebody answers the helpline.' }),
  claimTargetHours: wholeNumber.min(1, 'must be at least 1'),
  professionalTargetHours: wholeNumber.min(1, 'must be at least 1'),
  roadsideTargetMinutes: wholeNumber.min(1, 'must be at least 1'),
  social: z.array(z.strictObject({ name: text, href: text.startsWith('https://', 'must start with https://').nullable() })),
  newsletter: z.enum(['placeholder', 'off']),
});

const testimonial = z.strictObject({
  name: text,
  location: text,
  rating: wholeNumber.min(1, 'must be from 1 to 5').max(5, 'must be from 1 to 5'),
  comment: text,
  imageDescription: text,
  sample: z.boolean(),
});

const page = z.strictObject({ path: text, title: sized(1, 60), description: sized(110, 155), heading: text, lead: text });

export const siteShape = z.object({ site });

/** What owners change at /desk/site beside what is in files of the content. */
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
    noCostFull: z.strictObject({ title: text, lead: text, points: z.array(text), rest: text }),
  }),
  'content/money.ts': z.object({
    money: z.strictObject({ isConfirmed: z.boolean(), earnings: text, introducers: text.nullable() }),
  }),
  'content/retention-days.ts': retentionShape,
  'content/legal.ts': z.object({ privacyInShort: notice, termsInShort: notice }),
  'content/why-choose.ts': z.object({ whyChoose: z.strictObject({ title: text, lead: text, points: titled }) }),
  'content/found-us.ts': z.object({
    foundUs: z.strictObject({
      isAsked: z.boolean(),
      label: text,
      options: z
        .array(z.strictObject({ value: text.regex(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens'), label: text }))
        .min(2, 'must have at least two'),
    }),
  }),
  'content/faq.ts': questionsShape,
  'content/reply-templates.ts': z.object({
    replyTemplates: z.array(z.strictObject({ name: text, title: text, text })),
    emptyReply: text,
  }),
  'content/steps.ts': z.object({ steps: titled }),
  'content/values.ts': z.object({ whoWeAre: z.array(text), values: titled }),
  'content/benefits.ts': z.object({ partnerPitch: text, benefits: titled }),
  'content/complaints.ts': z.object({ complaints: titled }),
  'content/testimonials.ts': z.object({ testimonials: z.array(testimonial), asksEveryCustomer: z.boolean() }),
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
  claimNote: text.optional(),
  noCostNotice: z.boolean(),
});

export const guideShape = z.strictObject({
  title: sized(1, 60),
  description: sized(110, 155),
  heading: text,
  lead: text,
  law: text,
  published: calendarDay.optional(),
  reviewed: calendarDay,
  reviewedBy: text.optional(),
  sources: z.array(z.strictObject({ name: text, href: text.optional() })).min(1, 'must name at least one'),
  services: z.array(text).min(1, 'must name at least one'),
  noCostNotice: z.boolean(),
});

/** What a form calls a field, what it says about it, and what there is to choose from. */
export type FieldWords = { title: string; description: string; options: string[] };

/** Of each field that owners change, as `.meta()` has them, by its path: `closedDays.days.from`. */
export function fieldWords(): Record<string, FieldWords> {
  const changing = { ...changesShape.shape, ...closedDaysOnly.shape, ...questionsShape.shape };
  const { helpline, whatsapp, address, openingHours } = site.shape;
  return Object.fromEntries(wordsIn({ ...changing, helpline, whatsapp, address, openingHours }, []));
}

function wordsIn(shapes: Record<string, z.core.$ZodType>, above: string[]): [string, FieldWords][] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const { title = null, description = '' } = z.globalRegistry.get(shape) ?? {};
    const inner = innermost(shape);
    const path = [...above, name];
    const options = inner instanceof z.ZodEnum ? inner.options.map(String) : [];
    const own: [string, FieldWords][] = title === null ? [] : [[path.join('.'), { title, description, options }]];
    return [...own, ...(inner instanceof z.ZodObject ? wordsIn(inner.shape, path) : [])];
  });
}

/** The shape of one of a list, of what may be left out, and of what is read into another form first. */
function innermost(shape: z.core.$ZodType): z.core.$ZodType {
  if (shape instanceof z.ZodOptional) return innermost(shape.unwrap());
  if (shape instanceof z.ZodArray) return innermost(shape.element);
  if (shape instanceof z.ZodPipe) return innermost(shape.out);
  return shape;
}

function sized(least: number, most: number) {
  return text.refine((words) => words.length >= least && words.length <= most, {
    error: ({ input }) => `must have ${least} to ${most} characters, has ${String(input).length}`,
  });
}

import { faq } from './faq.ts';
import { serviceNames } from './service-names.ts';
import { isOn } from './site-changes.ts';
import { steps } from './steps.ts';
import { testimonials } from './testimonials.ts';

/** How many there are of what pages count, in words. The build evaluates this file: browsers get the words, and none of the lists. */
const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

const shown = serviceNames.filter((name) => isOn(`/services/${name}`));

export const statedServices = counted(shown.length, 'way');

/** What the services are about, as a list, where at least three of them are those of the sample; otherwise nothing. */
const about: Record<string, string> = {
  'credit-hire': 'credit hire',
  'vehicle-repair': 'repairs',
  'vehicle-recovery': 'recovery',
  'pco-phv-taxi-claims': 'help for licensed drivers',
  'loss-of-earnings': 'evidence',
  'legal-support': 'legal introductions',
};
const told = Object.keys(about).flatMap((name) => (shown.includes(name) ? (about[name] ?? []) : []));
const listed = `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`;

/** As long as a description of a page has to be. */
export const statedSubjects =
  told.length < 3
    ? 'what each of them does, how to ask for it, and what you may have to pay'
    : `${listed}${listed.length < 61 ? ', and what each of them may cost you' : ''}`;

export const statedAnswers = counted(faq.length, 'question');
export const statedTestimonials = counted(testimonials.length, 'sample');
export const statedSteps = counted(steps.length, 'step').toLowerCase();

/** "Eight ways", "One way", "13 ways". */
function counted(count: number, name: string): string {
  const [first = '', ...rest] = words[count] ?? String(count);
  return `${first.toUpperCase()}${rest.join('')} ${name}${count === 1 ? '' : 's'}`;
}

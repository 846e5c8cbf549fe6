import { faq } from './faq.ts';
import { serviceNames } from './service-names.ts';
import { isOn } from './site-changes.ts';
import { steps } from './steps.ts';
import { testimonials } from './testimonials.ts';

/** How many there are of what pages count, in words. The build evaluates this file: browsers get the words, and none of the lists. */
const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const statedServices = counted(serviceNames.filter((name) => isOn(`/services/${name}`)).length, 'way');
export const statedAnswers = counted(faq.length, 'question');
export const statedTestimonials = counted(testimonials.length, 'sample');
export const statedSteps = counted(steps.length, 'step').toLowerCase();

/** "Eight ways", "One way", "13 ways". */
function counted(count: number, name: string): string {
  const [first = '', ...rest] = words[count] ?? String(count);
  return `${first.toUpperCase()}${rest.join('')} ${name}${count === 1 ? '' : 's'}`;
}

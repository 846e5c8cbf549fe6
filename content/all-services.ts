import { isOn } from './site-changes.ts';
import type { ServiceCard } from './types.ts';

const cards = import.meta.glob<ServiceCard>('./services/*.md', { query: '?card', import: 'default', eager: true });

/** One for each file in services/, in the order that they give themselves. */
export const services = Object.values(cards)
  .filter(({ href }) => isOn(href))
  .sort((a, b) => a.order - b.order);

export const coreServices = services.slice(0, 4);

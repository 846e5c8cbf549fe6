import { isOn } from './site-changes.ts';
import type { ServiceLink } from './types.ts';

const links = import.meta.glob<ServiceLink>('./services/*.md', { query: '?link', import: 'default', eager: true });

/** For the menus, which stand on every page and need no more than this. The order is that of all-services.ts. */
export const serviceLinks = Object.values(links)
  .filter(({ href }) => isOn(href))
  .sort((a, b) => a.order - b.order);

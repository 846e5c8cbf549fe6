import type { MetaDescriptor } from 'react-router';
import { site } from '#content/site.ts';

export function deskTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.brand} desk` }];
}

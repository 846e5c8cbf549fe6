import type { MetaDescriptor } from 'react-router';
import { site } from '#content/site.ts';
import stylesUrl from '../desk.css?url';

export function deskTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.brand} desk` }];
}

/** A file of its own: staff come back all day, so their browser keeps it. */
export function DeskStylesheet() {
  return <link rel="stylesheet" href={stylesUrl} precedence="desk" />;
}

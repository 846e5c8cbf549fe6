import { useEffect } from 'react';
import { type MetaDescriptor, ScrollRestoration, useLocation } from 'react-router';
import { site } from '#content/site.ts';
import stylesUrl from '../desk-styles.css?url';
import { announcePage, PageTitle } from './page-announcement.tsx';

export function deskTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.brand} desk` }];
}

/** The stylesheet is a file, because staff come back all day and their browser keeps it. */
export function DeskStylesheet() {
  return <link rel="stylesheet" href={stylesUrl} precedence="desk" />;
}

/** The current path. It is kept in the module, because between sign-in and inbox one layout is replaced by the other. */
let shown: string | null = null;

/**
 * Announces each change of page to screen readers, at the place where it was left, and also the same page, where a search or a form has removed the focused element.
 */
export function PageAnnouncer() {
  const { pathname, key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that is sent to its own page changes only the key
  useEffect(() => {
    const before = shown;
    shown = pathname;
    if (before !== null && (before !== pathname || document.activeElement === document.body)) announcePage();
  }, [pathname, key]);

  return (
    <>
      <PageTitle />
      <ScrollRestoration />
    </>
  );
}

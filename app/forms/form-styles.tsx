import { useState } from 'react';
import styles from './form.css?inline';
import stylesUrl from './form.css?url';

/** What a page with a form needs besides its script: a page reached by script is shown with its styles or not at all. */
export async function loadFormStyles(): Promise<void> {
  if (isInPage() || import.meta.env.DEV) return;
  const answer = await fetch(stylesUrl);
  if (!answer.ok) throw new Error(`${stylesUrl} answered ${answer.status}`);
  // Read to its end it is in the browser's cache.
  await answer.text();
}

const isInPage = () => document.querySelector('style[data-href~="form"]') !== null;

/**
 * The styles of forms: in the page where a form is what was asked for, and a file for whoever comes from another page by script.
 * Pages without a form do without.
 */
export function FormStyles() {
  const [inPage] = useState(() => import.meta.env.SSR || isInPage());
  if (!inPage || import.meta.env.DEV) return <link rel="stylesheet" href={stylesUrl} precedence="app" />;
  return (
    <style href="form" precedence="app">
      {import.meta.env.SSR ? styles : ''}
    </style>
  );
}

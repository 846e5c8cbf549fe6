import { useState } from 'react';
import styles from './form-styles.css?inline';
import stylesUrl from './form-styles.css?url';

/** Preloads the form stylesheet, so that a client-side navigation shows the page with its styles or not at all. */
export async function loadFormStyles(): Promise<void> {
  if (isInPage() || import.meta.env.DEV) return;
  const response = await fetch(stylesUrl);
  if (!response.ok) throw new Error(`${stylesUrl} answered ${response.status}`);
  // Read to the end, so that it is in the browser's cache.
  await response.text();
}

const isInPage = () => document.querySelector('style[data-href~="form"]') !== null;

/**
 * The form stylesheet: inlined in a page that is rendered with a form, a linked file after a client-side navigation. Pages without a
 * form do not have it.
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

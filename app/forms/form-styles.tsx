import { useState } from 'react';
import styles from '#app/ui/form-sheet.css?inline';
import stylesUrl from '#app/ui/form-sheet.css?url';

/**
 * The styles of forms: in the page where a form is what was asked for, and a file for whoever comes from another page by script.
 * Pages without a form do without.
 */
export function FormStyles() {
  const [inPage] = useState(() => import.meta.env.SSR || document.querySelector('style[data-href~="form"]') !== null);
  if (!inPage || import.meta.env.DEV) return <link rel="stylesheet" href={stylesUrl} precedence="app" />;
  return (
    <style href="form" precedence="app">
      {import.meta.env.SSR ? styles : ''}
    </style>
  );
}

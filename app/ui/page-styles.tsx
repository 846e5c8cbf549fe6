import { useState } from 'react';

/** A stylesheet that only some pages have. `text` is empty in the browser, which keeps what the server sent. */
export type PageSheet = { name: string; text: string; url: string };

/** The stylesheet of some pages: inline in a page that the server renders, a linked file after a client-side navigation. */
export function PageStyles({ sheet }: { sheet: PageSheet }) {
  const [inPage] = useState(() => import.meta.env.SSR || isInPage(sheet));
  if (!inPage || import.meta.env.DEV) return <link rel="stylesheet" href={sheet.url} precedence="app" />;
  return (
    <style href={sheet.name} precedence="app">
      {sheet.text}
    </style>
  );
}

/** Preloads the stylesheet, so that a client-side navigation shows the page with its styles or not at all. */
export async function loadPageStyles(sheet: PageSheet): Promise<void> {
  if (isInPage(sheet) || import.meta.env.DEV) return;
  const response = await fetch(sheet.url);
  if (!response.ok) throw new Error(sheet.url);
  // The response is read to its end, so that it is in the browser's cache.
  await response.text();
}

function isInPage({ name }: PageSheet): boolean {
  return document.querySelector(`style[data-href~="${name}"]`) !== null;
}

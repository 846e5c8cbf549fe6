import { Window } from 'happy-dom';
import type { HttpResponse } from '#testing/http.ts';
import type { Product } from '#testing/product.ts';

let parser: InstanceType<Window['DOMParser']> | null = null;

/** HTML as a document of which nothing runs or is loaded: what a browser without scripts has. */
export function parseHtml(html: string): Document {
  parser ??= new new Window().DOMParser();
  // It takes some text of scripts for tags, and loses what follows.
  const withoutCode = html.replaceAll(/(<script(?![^>]*json)[^>]*>)[\s\S]*?(?=<\/script>)/g, '$1');
  return parser.parseFromString(withoutCode, 'text/html') as unknown as Document;
}

/** The addresses of the links that the selector finds. */
export function linksIn(document: Document, selector: string): (string | null)[] {
  return [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'));
}

/** The text of what the selector finds first, with one space between words, and without what is read as data. */
export function textOf(document: Document, selector = 'body'): string {
  const element = document.querySelector(selector)?.cloneNode(true) as Element | undefined;
  for (const data of element?.querySelectorAll('script, style') ?? []) data.remove();
  // Words of two elements are two words.
  for (const inner of element?.querySelectorAll('*') ?? []) inner.before(' ');
  return (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

export type SitePage = { path: string; document: Document } & HttpResponse;

/** A page as the product answers for it. */
export async function readPage({ request }: Product, path: string): Promise<SitePage> {
  const response = await request(path);
  return { path, document: parseHtml(response.text), ...response };
}

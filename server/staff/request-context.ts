import { addressHeader } from './address-header.ts';

/** What a request says of who asks. */
export type Ask = { cookie: string | null; address: string | null; browser: string | null };

/** As the sign-in library wants to see it, with nothing in it that it should not believe. */
export function headersOf({ cookie, address, browser }: Ask): Headers {
  const headers = new Headers();
  if (cookie) headers.set('cookie', cookie);
  if (browser) headers.set('user-agent', browser.slice(0, 300));
  if (address) headers.set(addressHeader, address.replace(/\/64$/, ''));
  return headers;
}

/** An answer with the cookies it sets, each as a Set-Cookie header. */
export type WithCookies<T> = T & { cookies: string[] };

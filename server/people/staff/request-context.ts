/** What is known of the client of a request: its cookies, its address, and the name of its browser. */
export type RequestContext = { cookie: string | null; address: string | null; browser: string | null };

/** The header in which the sign-in library gets the client's address. It must not read those that anybody can send. */
export const addressHeader = 'x-kerbside-address';

/** The headers that the sign-in library gets: none that it should not trust. */
export function headersOf({ cookie, address, browser }: RequestContext): Headers {
  const headers = new Headers();
  if (cookie) headers.set('cookie', cookie);
  if (browser) headers.set('user-agent', browser.slice(0, 300));
  if (address) headers.set(addressHeader, address.replace(/\/64$/, ''));
  return headers;
}

/** A result with the cookies to set, each as a Set-Cookie header. */
export type WithCookies<T> = T & { cookies: string[] };

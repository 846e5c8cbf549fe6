/** What is known of the client of a request: its cookies, its address, and the name of its browser. */
export type RequestContext = { cookie: string | null; address: string | null; browser: string | null };

/** A result with the cookies to set, each as a Set-Cookie header. */
export type WithCookies<T> = T & { cookies: string[] };

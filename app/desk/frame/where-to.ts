const home = '/desk';

/** Where to go after signing in: a page of the desk, whatever a link says. */
export function whereTo(request: Request): string {
  const { origin, searchParams } = new URL(request.url);
  const to = searchParams.get('to') ?? home;
  if (!to.startsWith(home) || !URL.canParse(to, origin)) return home;
  // As a browser would read it: without dots that lead elsewhere, and fit to stand in a header.
  const { pathname, search } = new URL(to, origin);
  return /^\/desk(\/|$)/.test(pathname) ? pathname + search : home;
}

/** The same question, kept on the way through the door. */
export function keepWhereTo(path: string, request: Request): string {
  const to = whereTo(request);
  return to === home ? path : `${path}?to=${encodeURIComponent(to)}`;
}

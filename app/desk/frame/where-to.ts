const home = '/desk';

/** Where to go after signing in: a page of the desk, whatever a link says. */
export function whereTo(request: Request): string {
  const to = new URL(request.url).searchParams.get('to') ?? home;
  return /^\/desk(?:[/?#]|$)/.test(to) && !to.includes('\\') ? to : home;
}

/** The same question, kept on the way through the door. */
export function keepWhereTo(path: string, request: Request): string {
  const to = whereTo(request);
  return to === home ? path : `${path}?to=${encodeURIComponent(to)}`;
}

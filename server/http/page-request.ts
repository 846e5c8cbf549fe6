/**
 * The request as the site's own address would see it. Behind a TLS proxy it arrives as http, and React Router, which compares
 * the whole origin, would refuse every form post without scripts. Who may post has been checked before, by `allowOrigins`.
 */
export function pageRequest(request: Request, siteUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (headers.has('origin')) headers.set('origin', siteUrl);
  headers.delete('x-forwarded-host');
  headers.set('host', new URL(siteUrl).host);
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : request.body;
  return new Request(`${siteUrl}${pathname}${search}`, { method: request.method, headers, body, duplex: 'half' } as RequestInit);
}

import { data } from 'react-router';

/**
 * An answer that is a file or a line, and no screen. Whoever asks for its headers alone gets no body that nobody would ever read
 * to its end; and asked for as a screen's data, which React Router gathers in memory first, it is not there.
 */
export function fileAnswer(request: Request, headers: Record<string, string>, body: () => BodyInit): Response {
  if (isDataRequest(request)) throw data(null, { status: 404 });
  return new Response(request.method === 'HEAD' ? null : body(), { headers });
}

/** Whether React Router's scripts ask, and no browser by itself. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}

import { renderToReadableStream } from 'react-dom/server.edge';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { servicesContext } from '#app/context/context.ts';
import { finishDocument } from '#app/document/public-document.ts';
import { finishDeskDocument, isDesk, makeNonce } from './document/desk-document.ts';
import { RequestIdContext } from './ui/request-id.tsx';

/** Renders the whole page before a byte of it goes out: its scripts are rearranged and its policy lists their hashes. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  let failure: unknown;
  const nonce = isDesk(request) ? makeNonce() : undefined;
  const document = (
    // Only where the page is an error: a page that is kept is no answer to one request.
    <RequestIdContext value={status >= 500 ? loadContext.get(servicesContext).requestId : null}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </RequestIdContext>
  );
  const stream = await renderToReadableStream(document, {
    nonce,
    onError: (error) => {
      failure = error;
    },
  });
  await stream.allReady;
  if (failure) throw failure;
  const rendered = await new Response(stream).text();
  const options = { wrong: status === 422, siteUrl: loadContext.get(servicesContext).siteUrl, park: import.meta.env.PROD };
  const { html, policy } = nonce
    ? finishDeskDocument(rendered, { ...options, nonce })
    : finishDocument(rendered, { ...options, context });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status, headers });
}

/** What a loader or an action threw, as a line of the log and without what was asked for: it may name people. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted) return;
  // A method that a page does not take, and the like: the fault of whoever asked.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(servicesContext).noteFault(new URL(request.url).pathname, error);
  if (import.meta.env.DEV) console.error(error);
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> };

import type { ReactNode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server.edge';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { previewContext, servicesContext } from '#app/context/context.ts';
import { finishDocument } from '#app/document/public-document.ts';
import { ToldContext } from '#app/document/told-context.ts';
import { RequestIdContext } from '#app/ui/error-number.tsx';
import { withChanges } from '#content/site-changes.ts';
import { toldToScripts } from '#content/told-to-scripts.ts';
import { finishPrivateDocument, isPrivatePath, makeNonce } from './document/private-document.ts';

/** Renders the whole page before sending it, because its policy lists the hashes of its scripts and styles. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = isPrivatePath(new URL(request.url).pathname) ? makeNonce() : undefined;
  const document = (
    // Only error pages have the id of the request: other pages are cached and served to many requests.
    <RequestIdContext value={status >= 500 ? loadContext.get(servicesContext).requestId : null}>
      {/* Scripts have what was built, so a page that was rendered since says what differs. */}
      <ToldContext value={() => toldToScripts() ?? undefined}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </ToldContext>
    </RequestIdContext>
  );
  const changes = loadContext.get(previewContext);
  const rendered = changes ? withChanges(changes, () => preview(document)) : await wholePage();
  async function wholePage(): Promise<string> {
    let failure: unknown;
    const stream = await renderToReadableStream(document, {
      nonce,
      onError: (error) => {
        failure = error;
      },
    });
    await stream.allReady;
    if (failure) throw failure;
    return await new Response(stream).text();
  }

  const { siteUrl, serviceWorker, publicScripts } = loadContext.get(servicesContext);
  const options = { isInvalid: status === 422, siteUrl };
  const { html, policy } = nonce
    ? finishPrivateDocument(rendered, { ...options, nonce, defer: import.meta.env.PROD })
    : finishDocument(rendered, { ...options, scripts: publicScripts, serviceWorker });
  // The router drops every header of an action but its cookies, which are in `headers` already.
  for (const sent of Object.values(entryContext.staticHandlerContext.actionHeaders))
    for (const [name, value] of sent) if (name !== 'set-cookie') headers.set(name, value);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  const { matches } = entryContext.staticHandlerContext;
  const isNoPage = matches.at(-1)?.route.path === '*';
  return new Response(html, { status: isNoPage && status === 200 ? 404 : status, headers });
}

/** A page for the person who would publish it, rendered at once, because the content is as it would be for this moment. */
function preview(document: ReactNode): string {
  return `<!DOCTYPE html>${renderToString(document)}`.replace('<title>', '<title>Preview: ');
}

/** Logs an error thrown by a loader or an action, without the query string, which may hold personal data. */
export function handleError(error: unknown, { request, context }: HandleErrorArgs): void {
  if (request.signal.aborted) return;
  // Errors of the client, such as a method that a page does not support, are not logged.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(servicesContext).noteFault(new URL(request.url).pathname, error);
  if (import.meta.env.DEV) console.error(error);
}

type HandleErrorArgs = { request: Request; context: Readonly<RouterContextProvider> };

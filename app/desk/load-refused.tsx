import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import {
  data,
  isRouteErrorResponse,
  type Location,
  type MiddlewareFunction,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { createStore } from '#app/ui/create-store.ts';

type Result = { type: 'data' | 'error'; result: unknown };

/** What got no answer of the desk. `to`: the page that was to be loaded, or null for an act. */
type Refused = { message: string; to: string | null };

export const loadRefused = createStore<Refused | null>(null);

/** The path and query of the page that is shown. */
let shown: string | null = null;

/**
 * Keeps the page, with everything that was typed, where its data, or an act, is answered by another server or by none: the router would
 * put its error screen in the place of the page.
 */
export const keepPage: MiddlewareFunction<Record<string, Result>> = async ({ request }, next) => {
  const results = await next();
  const isForeign = ({ type, result }: Result) => type === 'error' && !isOurs(result);
  const refused = Object.entries(results).filter(([, result]) => isForeign(result));
  if (request.signal.aborted) return results;
  const isAct = request.method !== 'GET';
  const to = pathOf(new URL(request.url));
  if (refused.length === 0) {
    // The page that is shown, read again, says nothing of another one that was refused.
    if (isAct || to !== shown || to === loadRefused.read()?.to) loadRefused.set(null);
    return results;
  }
  const error = refused[0]?.[1].result;
  const message = isAct ? becameOfAct(error) : `The page stays as it is, because ${whoAnswered(error)}`;
  loadRefused.set({ message, to: isAct ? null : to });
  // Another page has nothing to show: this one ends its loading, below.
  if (!isAct && to !== shown) await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
  // What was loaded before stays as it is; by its status an act leads to no reading of the page, which would be refused too.
  for (const [id] of refused) {
    if (isAct) results[id] = { type: 'data', result: data(undefined, { status: 503 }) };
    else delete results[id];
  }
  return results;
};

const pathOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search;

/** Whether the desk itself failed or refused: its errors come in the router's format, in which none is a text. */
export function isOurs(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return !(error instanceof Error) || error.message === 'Unexpected Server Error';
  return typeof error.data !== 'string';
}

const reasons: Record<number, string> = { 413: 'too large', 429: 'too many requests' };

/** Whose answer it was: our server says why it refuses before its screens are asked, another one sends a page of its own. */
function whoAnswered(error: unknown): string {
  if (error instanceof TypeError) return 'no answer came.';
  if (!isRouteErrorResponse(error)) return 'what came is no answer of the desk.';
  const [, own] = /"message":"([^"\\]+)"/.exec(error.data) ?? [];
  const why = [error.status, reasons[error.status]].filter(Boolean).join(': ');
  return own ?? `a server in front of the desk refused it (${why}).`;
}

/** What became of an act with this answer: a refusal came before it was read, anything else may have come after it was done. */
export function becameOfAct(error: unknown): string {
  if (!isRouteErrorResponse(error) || error.status >= 500)
    return 'No answer came, so it may have been done or not. Reload the page before you try again.';
  const who = whoAnswered(error);
  return who.startsWith('a ') ? `A${who.slice(1, -1)}, so nothing was done. Try again in a moment.` : who;
}

/** Says what was refused, and gives it up in the router: the page that is shown stays, at its address. */
export function LoadRefused() {
  const refused = useSyncExternalStore(loadRefused.subscribe, loadRefused.read, loadRefused.readOnServer);
  const here = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  useLayoutEffect(() => {
    shown = pathOf(here);
  }, [here]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!refused?.to || refused.to === shown) return;
    // After Back the browser has the other address already: this page comes after it again.
    const isBack = pathOf(window.location) !== shown;
    const options = { replace: !isBack, state: here.state, preventScrollReset: true, defaultShouldRevalidate: false };
    void navigate(here, options);
  }, [refused]);

  if (!refused) return null;
  const { message, to } = refused;
  const tryAgain = () => void (to === null || to === shown ? revalidate() : navigate(to));
  return (
    <div className="callout callout-danger load-refused not-printed" role="alert">
      <p>{message}</p>
      {to !== null && (
        <button type="button" className="button button-quiet" onClick={tryAgain}>
          Try again
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={() => loadRefused.set(null)}>
        Close
      </button>
    </div>
  );
}

import { data } from 'react-router';
import { clearNotices, showNotice } from '#app/ui/notice/notices.ts';
import { timeLimit } from '#forms/time-limit.ts';

/** Why somebody was not signed in or up, and what the form has again without JavaScript. */
export type Refused = { message: string; field?: string | null; email?: string; name?: string };

/**
 * Posts a form for signing in or up to its action, with JavaScript. A failure is shown as a notice too. Without a valid response, or with
 * that of another server, the page stays as it is, with everything that was typed.
 */
export async function withNotice(
  { title, fallback }: { title: string; fallback: string },
  { request, serverAction }: { request: Request; serverAction: () => Promise<Refused> },
) {
  const fail = (refused: Refused, status: number) => {
    showNotice({ tone: 'destructive', title, description: refused.message });
    // The status keeps the router from reading the page again, which would fail where this did.
    return data<Refused>(refused, { status });
  };
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, timeLimit('answer', 20_000)));
  try {
    return fail(await Promise.race([serverAction(), tooLate]), 422);
  } catch (error) {
    // A double press: the second of the same forms takes the place of the first.
    if (request.signal.aborted) throw error;
    if (!(error instanceof Response)) return fail({ message: fallback }, 503);
    clearNotices();
    throw error;
  }
}

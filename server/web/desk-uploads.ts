import type { Context } from 'hono';
import type { App } from '#server/core/app.ts';
import { textForStaff, textsForStaff } from '#server/files/staff-refusals.ts';
import { type ShowProblems, senderOf } from '#server/files/upload-endpoints.ts';
import { authOf } from '#server/people/staff/auth.ts';
import { deskOf } from './desk.ts';

/** The address below which staff add files to a claim, by its id. */
export const deskUploadsPath = '/desk/files/';

/** The response to the desk's script. `message`: why nothing of it was received; null where each file has its own result. */
export type DeskUploadAnswer = {
  message: string | null;
  /** In the order in which they were sent; `problem` is null where a file is kept. */
  files: { name: string; problem: string | null }[];
};

/**
 * POST /desk/files/:id: files that staff add to a claim, as a form with its field `source` before them. The desk's script gets JSON, a
 * form without JavaScript the claim again. The body is read only for somebody who is signed in with both factors.
 */
export function receiveStaffFiles(app: App, show: ShowProblems) {
  const [auth, desk] = [authOf(app), deskOf(app)];
  return async function receiveFiles(c: Context): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const claimPath = `/desk/submissions/${encodeURIComponent(id)}`;
    const isScript = (c.req.header('accept') ?? '').includes('application/json');
    const headers = { cookie: c.req.header('cookie') ?? null, browser: c.req.header('user-agent') ?? null };
    const state = await auth.read({ ...headers, address: c.get('address') ?? null }, { active: true });
    for (const cookie of state.cookies) c.header('Set-Cookie', cookie, { append: true });
    if (state.kind !== 'signed in') {
      if (isScript) return c.json<DeskUploadAnswer>({ message: signedOut, files: [] }, 401);
      return c.redirect(`/desk/sign-in?to=${encodeURIComponent(claimPath)}`, 303);
    }
    const nothing = (message: string, status: 403 | 415 | 422 | 503) =>
      isScript
        ? c.json<DeskUploadAnswer>({ message, files: [] }, status)
        : show(c, { texts: [message], haveOthersArrived: false }, status, claimPath);
    try {
      const received = await desk.evidence.add(state.staff, id, c.req.raw, senderOf(c));
      if (!received) return nothing(textsForStaff.unavailable, 503);
      const { form } = received;
      if (!form) return nothing(textsForStaff.incomplete, 415);
      if (form.files.length === 0 && form.isWhole) return nothing('No file was chosen. Choose one or more, then add them.', 422);
      const files = form.files.map(({ name, outcome }) => ({
        name,
        problem: outcome.kind === 'refused' ? textForStaff(outcome.message) : null,
      }));
      const message = form.isWhole ? null : textsForStaff.incomplete;
      const problems = files.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
      const texts = message === null ? problems : [...problems, message];
      if (isScript) return c.json<DeskUploadAnswer>({ message, files }, texts.length === 0 ? 201 : 422);
      if (texts.length === 0) return c.redirect(`${claimPath}#evidence`, 303);
      return show(c, { texts, haveOthersArrived: form.isWhole && files.some(({ problem }) => problem === null) }, 422, claimPath);
    } catch (error) {
      if (error instanceof Error && error.name === 'NotAllowed') return nothing(error.message, 403);
      throw error;
    }
  };
}

const signedOut = 'You are signed out, so it was not added. Sign in, then send it again.';

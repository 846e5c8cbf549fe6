import { Fragment } from 'react';
import { data, isRouteErrorResponse, redirect, useActionData, useNavigation } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { blocksOf } from '#forms/answers.ts';
import { formOf } from '#forms/forms.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import { ChangeStep } from '../queue/change-step.tsx';
import { Attempts, OutcomeBar } from '../queue/outcome-bar.tsx';
import { useNow } from '../times.ts';
import type { Route } from './+types/submission-page.ts';
import { ClaimantSection } from './claimant-section.tsx';
import { Corrections } from './corrections.tsx';
import { EvidenceGallery } from './evidence-gallery.tsx';
import { type LastAction, LastActionMessage, lastActionCookie, readLastAction } from './last-action.tsx';
import { NextSteps } from './next-steps.tsx';
import { removeSavedDraft } from './note-draft.ts';
import { Notes } from './notes.tsx';
import { PrivateLinkSection } from './private-link-section.tsx';
import { SubmissionHead } from './submission-head.tsx';
import { AnswerBlocks, Emails, History, Others } from './submission-sections.tsx';

export const meta = ({ loaderData }: { loaderData?: { view: { reference: string } } }) =>
  deskTitle(loaderData?.view.reference ?? 'Not found');

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const view = await allow(desk.submission(staff, params.id));
  if (!view) throw data(null, { status: 404 });
  const evidence = await allow(desk.evidence.list(staff, params.id));
  const assignees = (await desk.assignees(staff)).filter(({ id, hasLeft }) => !hasLeft || id === view.assignedTo?.id);
  const { lastAction, clearCookie } = readLastAction(desk, request, view.id);
  return data(
    { view, evidence, assignees, staff, now: now(), lastAction, hours: desk.callingHours },
    clearCookie ? { headers: { 'Set-Cookie': clearCookie } } : {},
  );
}

type Result =
  | { kind: 'done'; lastAction: LastAction; noteText: string }
  /** `text` is that of a note that was not saved, `reason` that of an answer, `line` that of an attempt. */
  | { kind: 'refused'; message: string; text: string; reason: string; line: string };

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const id = params.id;
  const text = (name: string) => (form.has(name) ? String(form.get(name)) : null);
  const { desk } = deskServices(context);
  const action = desk.readAction(text);
  if (!action)
    return data<Result>({ kind: 'refused', message: 'Nothing was chosen.', text: '', reason: '', line: '' }, { status: 422 });
  const outcome = await allow(desk.runAction(staffOf(context), id, action));
  if (outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused')
    return data<Result>(
      {
        kind: 'refused',
        message: outcome.message,
        text: text('text') ?? '',
        reason: text('reason') ?? '',
        line: text('line') ?? '',
      },
      { status: 422 },
    );
  const lastAction = { type: action.type, undo: outcome.undo };
  if (isDataRequest(request)) return data<Result>({ kind: 'done', lastAction, noteText: text('text') ?? '' });
  // A page that is reloaded must not post the form again.
  throw redirect(`/desk/submissions/${id}`, { headers: { 'Set-Cookie': lastActionCookie(request, id, lastAction) } });
}

/** Posts an action with JavaScript. Without a valid response the page stays as it is, with everything that was typed. */
export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  try {
    const result = await serverAction();
    if (result.kind === 'done' && result.lastAction.type === 'note added') removeSavedDraft(params.id, result.noteText);
    return result;
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    const message = 'No answer came, so it may have been done or not. Reload the page before you try again.';
    return data<Result>({ kind: 'refused', message, text: '', reason: '', line: '' }, { status: 503 });
  }
}

export default function SubmissionPage({ loaderData }: Route.ComponentProps) {
  const { view, evidence, assignees, staff, now: serverNow, lastAction: before, hours } = loaderData;
  const result = useActionData<Result>();
  const refused = result?.kind === 'refused' ? result : null;
  const lastAction = result?.kind === 'done' ? result.lastAction : refused ? null : before;
  // The result arrives before the page is reloaded with it: the message is shown together with the change.
  const navigation = useNavigation();
  const isReloading = navigation.state === 'loading' && navigation.formMethod !== undefined;
  const now = useNow(serverNow);
  const form = formOf(view.form, view.data);
  return (
    // The key keeps text and choices for one claim from the page of another.
    <Fragment key={view.id}>
      <SubmissionHead view={view} now={now} staffId={staff.id} />
      <Problem message={refused?.message} result={result} />
      {lastAction && !isReloading && <LastActionMessage lastAction={lastAction} view={view} />}
      <div className="submission-columns">
        <div className="submission-next">
          {view.next && <OutcomeBar view={view} now={now} hours={hours} unsavedLine={refused?.line ?? ''} />}
          <ChangeStep view={view} assignees={assignees} staffId={staff.id} />
          <ClaimantSection view={view} unsavedReason={refused?.reason ?? ''} />
          <NextSteps view={view} assignees={assignees} staff={staff} />
        </div>
        <div className="submission-answers">
          <EvidenceGallery evidence={evidence} submissionId={view.id} />
          <AnswerBlocks blocks={blocksOf(form, view.data)} />
        </div>
        <div className="submission-rest">
          <Corrections view={view} />
          <Attempts attempts={view.attempts} />
          <Notes
            notes={view.notes}
            unsaved={refused?.text ?? ''}
            saved={result?.kind === 'done' && result.lastAction.type === 'note added' ? result : null}
            staffId={staff.id}
            submissionId={view.id}
          />
          <PrivateLinkSection view={view} now={now} />
          <Emails emails={view.emails} />
          <Others others={view.others} now={now} />
          <History events={view.history} cameBy={view.cameBy} createdAt={view.createdAt} />
        </div>
      </div>
    </Fragment>
  );
}

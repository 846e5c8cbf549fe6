import { useLayoutEffect, useMemo } from 'react';
import { data, isRouteErrorResponse, Link, redirect, useLocation, useNavigationType, useOutletContext } from 'react-router';
import { fileProblemsContext } from '#app/context/context.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { holdPresses } from '#app/ui/submit-button.tsx';
import { blocksOf } from '#forms/answers.ts';
import { formOf } from '#forms/forms.ts';
import { leadsToSignIn, removeFormDrafts } from '../form-drafts.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import { becameOfAct, isOurs } from '../load-refused.tsx';
import { removeSavedDraft } from '../note-draft.ts';
import { useNow } from '../times.ts';
import { readSessionAgain } from '../use-live-updates.ts';
import type { Route } from './+types/submission-page.ts';
import { ActBar } from './act-bar.tsx';
import { type ActResult, keepActResult, useActResult } from './act-result.ts';
import { FileProblemsMessage } from './add-files.tsx';
import { ChangeStep } from './change-step.tsx';
import { ClaimantSection } from './claimant-section.tsx';
import { Corrections } from './corrections.tsx';
import { EvidenceGallery } from './evidence-gallery.tsx';
import { lastAct } from './last-act.tsx';
import { type LastAction, LastActionMessage, lastActionCookie, readLastAction } from './last-action.tsx';
import { MergedClaims } from './merged-claims.tsx';
import { ActionButton, NextSteps } from './next-steps.tsx';
import { NoteForm } from './notes.tsx';
import { choiceOf, claimPath, pathAfter, shownRow } from './opens-next.ts';
import { OutcomeBar } from './outcome-bar.tsx';
import { PrivateLinkSection } from './private-link-section.tsx';
import { SubmissionHead, SubmissionWarnings } from './submission-head.tsx';
import { AnswerBlocks, History, Others } from './submission-sections.tsx';
import { Timeline } from './timeline.tsx';
import type { WorkbenchContext } from './workbench.tsx';

/** The texts of an act that was refused without any. */
const nothingTyped = { text: '', reason: '', line: '', why: '' };

export const meta = ({ loaderData }: { loaderData?: { view: { reference: string } } }) =>
  deskTitle(loaderData?.view.reference ?? 'Not found');

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const view = await allow(desk.submission(staff, params.id));
  if (!view) throw data(null, { status: 404 });
  // It was merged into another claim, whose page this is now.
  if (view.id !== params.id) throw redirect(claimPath(view.id, new URL(request.url).search));
  const evidence = await allow(desk.evidence.list(staff, view.id));
  const assignees = (await desk.assignees(staff)).filter(({ id, hasLeft }) => !hasLeft || id === view.assignedTo?.id);
  const { lastAction, clearCookie } = readLastAction(desk, request, view.id);
  return data(
    {
      view,
      evidence,
      assignees,
      staff,
      now: now(),
      lastAction,
      hours: desk.callingHours(),
      fileProblems: context.get(fileProblemsContext),
      fileChoice: desk.evidence.choice,
    },
    clearCookie ? { headers: { 'Set-Cookie': clearCookie } } : {},
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const id = params.id;
  const text = (name: string) => (form.has(name) ? String(form.get(name)) : null);
  const { desk } = deskServices(context);
  const action = desk.readAction(text);
  if (!action) return data<ActResult>({ kind: 'refused', message: 'Nothing was chosen.', ...nothingTyped }, { status: 422 });
  const outcome = await allow(desk.runAction(staffOf(context), id, action));
  if (outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused')
    return data<ActResult>(
      {
        kind: 'refused',
        message: outcome.message,
        text: text('text') ?? '',
        reason: text('reason') ?? '',
        line: text('line') ?? '',
        why: text('why') ?? '',
      },
      { status: 422 },
    );
  const lastAction = { type: action.type, undo: outcome.undo };
  if (isDataRequest(request))
    return data<ActResult>({
      kind: 'done',
      lastAction,
      noteText: text('text') ?? '',
      line: text('line') ?? '',
      outcome: text('outcome') ?? '',
      next: outcome.next,
    });
  // A page that is reloaded must not post the form again.
  throw redirect(claimPath(id, new URL(request.url).search), {
    headers: { 'Set-Cookie': lastActionCookie(request, id, lastAction) },
  });
}

/**
 * Posts an action with JavaScript, and opens the next claim of the queue after a call. Without a valid response the page stays as it
 * is, with everything that was typed.
 */
export async function clientAction({ request, serverAction, params: { id } }: Route.ClientActionArgs) {
  const act = (await request.clone().formData()).get('act');
  try {
    const result = await serverAction();
    // The link for calling shows its own response.
    if (act === 'call begun') return result;
    if (result.kind !== 'done') return keepActResult(id, result);
    const { lastAction, noteText, line, outcome, next } = result;
    lastAct.set(null);
    if (lastAction.type === 'note added') removeSavedDraft(id, 'note', noteText);
    removeFormDrafts(lastAction.type);
    if (lastAction.type !== 'contact attempted') return keepActResult(id, result);
    removeSavedDraft(id, 'line', line);
    const to = pathAfter(id);
    if (to === null) return keepActResult(id, result);
    lastAct.set({ id, name: shownRow(id)?.name ?? '', to, lastAction, outcome, next });
    return redirect(to);
  } catch (error) {
    if (error instanceof Response && leadsToSignIn(error)) {
      readSessionAgain();
      const message = 'Your session had ended, so nothing was done. Sign in, and then do it again.';
      return data(keepActResult(id, { kind: 'refused', message, ...nothingTyped }), { status: 401 });
    }
    if (error instanceof Response || (isRouteErrorResponse(error) && isOurs(error))) throw error;
    const message = becameOfAct(error);
    // The status keeps the router from reading the page again, which would fail in the same way.
    return data(keepActResult(id, { kind: 'refused', message, ...nothingTyped }), { status: 503 });
  }
}

/** The text that this response has stored. */
function savedText(result: ActResult | null, type: LastAction['type'], field: 'noteText' | 'line') {
  return result?.kind === 'done' && result.lastAction.type === type ? { text: result[field] } : null;
}

export default function SubmissionPage({ loaderData }: Route.ComponentProps) {
  const { view, evidence, assignees, staff, now: serverNow, lastAction: before, hours, fileProblems } = loaderData;
  const { result, isShown } = useActResult(view, before);
  const refused = result?.kind === 'refused' ? result : null;
  const lastAction = result?.kind === 'done' && isShown ? result.lastAction : null;
  const now = useNow(serverNow);
  const { lookers } = useOutletContext<WorkbenchContext>();
  const { search } = useLocation();
  const isBrought = useNavigationType() !== 'POP';
  // Not where the page was loaded by its address: nothing was on the screen before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the claim alone counts, not what is done about it
  useLayoutEffect(() => (isBrought ? holdPresses() : undefined), [view.id]);
  const form = formOf(view.form, view.data);
  const draft = { staffId: staff.id, submissionId: view.id };
  const savedNote = useMemo(() => savedText(result, 'note added', 'noteText'), [result]);
  const savedLine = useMemo(() => savedText(result, 'contact attempted', 'line'), [result]);
  return (
    // The key keeps text and choices for one claim from the page of another.
    <article className="claim" data-open-reference={view.reference} key={view.id}>
      <p className="claim-back not-printed">
        <Link to={`/desk${choiceOf(search)}#queue-${view.id}`}>Queue</Link>
      </p>
      <SubmissionHead view={view} now={now} staffId={staff.id} lookers={lookers} />
      <section className="acts not-printed" aria-labelledby="outcome">
        <h2 id="outcome" className="sr-only">
          {view.next ? 'How did the call end?' : 'Notes'}
        </h2>
        {view.next && (
          <OutcomeBar view={view} now={now} hours={hours} unsavedLine={refused?.line ?? ''} draft={draft} saved={savedLine} />
        )}
        {view.needsReply && (
          <div className="acts-reply">
            <ActionButton action={{ type: 'no reply needed' }} className="button button-quiet">
              No reply needed
            </ActionButton>
          </div>
        )}
        <NoteForm unsaved={refused?.text ?? ''} draft={draft} saved={savedNote} />
      </section>
      <Problem message={refused?.message} result={result} />
      {lastAction && <LastActionMessage lastAction={lastAction} view={view} />}
      <SubmissionWarnings view={view} now={now} staffId={staff.id} />
      <ClaimantSection view={view} unsavedReason={refused?.reason ?? ''} />
      <div className="claim-columns">
        <div className="claim-happened">
          <Timeline view={view} evidence={evidence} />
        </div>
        <div className="claim-sent">
          <Corrections view={view} />
          <AnswerBlocks blocks={blocksOf(form, view.data)} />
          <MergedClaims merged={view.merged} />
          {fileProblems && <FileProblemsMessage problems={fileProblems} />}
          <EvidenceGallery evidence={evidence} view={view} choice={loaderData.fileChoice} />
        </div>
        <div className="claim-rest">
          <ChangeStep view={view} assignees={assignees} staffId={staff.id} now={now} hours={hours} />
          <NextSteps view={view} assignees={assignees} staff={staff} now={now} unsavedWhy={refused?.why ?? ''} />
          <PrivateLinkSection view={view} now={now} />
          <Others others={view.others} now={now} />
          <History events={view.history} cameBy={view.cameBy} createdAt={view.createdAt} />
        </div>
      </div>
      <ActBar view={view} />
    </article>
  );
}

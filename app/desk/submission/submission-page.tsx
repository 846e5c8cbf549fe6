import { Fragment } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { blocksOf } from '#forms/answers.ts';
import { formOf } from '#forms/forms.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, isDataRequest, staffOf } from '../layout/route-context.ts';
import { Problem } from '../ui/fields.tsx';
import { useNow } from '../ui/times.ts';
import { NextSteps } from './actions.tsx';
import { Answers, Others } from './answers.tsx';
import { type Done, DoneMessage, doneCookie, readDone } from './done.tsx';
import { History } from './history.tsx';
import { Letters } from './letters.tsx';
import { noteTaken } from './note-draft.ts';
import { Notes } from './notes.tsx';
import { SubmissionHead } from './submission-head.tsx';

export const meta = ({ loaderData }: { loaderData?: { view: { reference: string } } }) =>
  deskTitle(loaderData?.view.reference ?? 'Not found');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { desk, now } = deskServices(context);
  const staff = staffOf(context);
  const view = await allow(desk.submission(staff, params.id ?? ''));
  if (!view) throw data(null, { status: 404 });
  const assignees = (await desk.assignees(staff)).filter(({ id, hasLeft }) => !hasLeft || id === view.assignedTo?.id);
  const { done, spent } = readDone(desk, request, view.id);
  return data({ view, assignees, staff, now: now(), done }, spent ? { headers: { 'Set-Cookie': spent } } : {});
}

type Answer =
  | { kind: 'done'; done: Done; noteText: string }
  /** `text`: a note that was typed and not taken. */
  | { kind: 'refused'; words: string; text: string };

export async function action({ request, params, context }: ActionFunctionArgs) {
  const given = await request.formData();
  const id = params.id ?? '';
  const text = (name: string) => (given.has(name) ? String(given.get(name)) : null);
  const { desk } = deskServices(context);
  const asked = desk.readAction(text);
  if (!asked) return data<Answer>({ kind: 'refused', words: 'Nothing was chosen.', text: '' }, { status: 422 });
  const outcome = await allow(desk.change(staffOf(context), id, asked));
  if (outcome.kind === 'gone') throw data(null, { status: 404 });
  if (outcome.kind === 'refused')
    return data<Answer>({ kind: 'refused', words: outcome.words, text: text('text') ?? '' }, { status: 422 });
  const done = { act: asked.act, undo: outcome.undo };
  if (isDataRequest(request)) return data<Answer>({ kind: 'done', done, noteText: text('text') ?? '' });
  // A page that is reloaded must not post again.
  throw redirect(`/desk/submissions/${id}`, { headers: { 'Set-Cookie': doneCookie(request, id, done) } });
}

/** With JavaScript: where no answer came, or none that can be read, the page stays as it is with all that was typed. */
export async function clientAction({ serverAction, params }: ClientActionFunctionArgs) {
  try {
    const answer = await serverAction<typeof action>();
    if (answer.kind === 'done' && answer.done.act === 'note added') noteTaken(params.id ?? '', answer.noteText);
    return answer;
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    const words = 'That did not reach us, and nothing was changed. Try again in a moment.';
    return data<Answer>({ kind: 'refused', words, text: '' }, { status: 503 });
  }
}

export default function SubmissionPage() {
  const { view, assignees, staff, now: atServer, done: doneBefore } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const refused = answer?.kind === 'refused' ? answer : null;
  const done = answer?.kind === 'done' ? answer.done : refused ? null : doneBefore;
  // The answer is there before the page is read anew: what was done is said when it can be seen.
  const navigation = useNavigation();
  const isReadAnew = navigation.state === 'loading' && navigation.formMethod !== undefined;
  const now = useNow(atServer);
  const form = formOf(view.form, view.data);
  return (
    // Nothing that was typed or chosen for one claim stands on the page of the next.
    <Fragment key={view.id}>
      <SubmissionHead view={view} now={now} />
      <Problem message={refused?.words} answer={answer} />
      {done && !isReadAnew && <DoneMessage done={done} view={view} />}
      <div className="submission-columns">
        <div className="submission-next">
          <NextSteps view={view} assignees={assignees} staff={staff} />
        </div>
        <div className="submission-answers">
          <Answers blocks={blocksOf(form, view.data)} />
        </div>
        <div className="submission-rest">
          <Notes
            notes={view.notes}
            unsaved={refused?.text ?? ''}
            taken={answer?.kind === 'done' && answer.done.act === 'note added' ? answer : null}
            staffId={staff.id}
            submissionId={view.id}
          />
          <Letters letters={view.letters} />
          <Others others={view.others} now={now} />
          <History events={view.history} cameBy={view.cameBy} createdAt={view.createdAt} />
        </div>
      </div>
    </Fragment>
  );
}

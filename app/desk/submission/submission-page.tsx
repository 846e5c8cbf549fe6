import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { blocksOf } from '#forms/answers.ts';
import { formOf } from '#forms/forms.ts';
import { allow } from '../frame/allow.ts';
import { lentDesk, staffOf } from '../frame/lent.ts';
import { deskTitle } from '../look/desk-meta.ts';
import { Problem } from '../look/problem.tsx';
import { useNow } from '../look/use-now.ts';
import { Answers } from './answers.tsx';
import { changeOf, pairsOf, undoOf } from './change-of.ts';
import { DoneFlash } from './done-flash.tsx';
import { History } from './history.tsx';
import { Letters } from './letters.tsx';
import { NextSteps } from './next-steps.tsx';
import { Notes } from './notes.tsx';
import { Others } from './others.tsx';
import { SubmissionHead } from './submission-head.tsx';

export const meta = ({ loaderData }: { loaderData?: { view: { reference: string } } }) =>
  deskTitle(loaderData?.view.reference ?? 'Not found');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { desk, now } = lentDesk(context);
  const staff = staffOf(context);
  const view = await allow(desk.submission(staff, params.id ?? ''));
  if (!view) throw data(null, { status: 404 });
  const assignees = (await desk.assignees(staff)).filter(({ id, hasLeft }) => !hasLeft || id === view.assignedTo?.id);
  const query = new URL(request.url).searchParams;
  const did = query.get('did');
  const undo = undoOf(did, (name) => query.get(name));
  return { view, assignees, staff, now: now(), did, undo };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const given = await request.formData();
  const id = params.id ?? '';
  const text = (name: string) => (given.has(name) ? String(given.get(name)) : null);
  const change = changeOf(text);
  if (!change) return data({ words: 'Nothing was chosen.', text: '' }, { status: 422 });
  const outcome = await allow(lentDesk(context).desk.change(staffOf(context), id, change));
  if (outcome.kind === 'gone') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') return data({ words: outcome.words, text: text('text') ?? '' }, { status: 422 });
  const query = new URLSearchParams([['did', change.act], ...(outcome.undo ? pairsOf(outcome.undo) : [])]);
  throw redirect(`/desk/submissions/${id}?${query}`);
}

/** With scripts: where no answer came, or none that can be read, the page stays as it is with all that was typed. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return data({ words: 'That did not reach us, and nothing was changed. Try again in a moment.', text: '' }, { status: 503 });
  }
}

export default function SubmissionPage() {
  const { view, assignees, staff, now: atServer, did, undo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const now = useNow(atServer);
  const form = formOf(view.form, view.data);
  return (
    <>
      <SubmissionHead view={view} now={now} />
      <Problem words={refused?.words} />
      {did && !refused && <DoneFlash act={did} undo={undo} />}
      <div className="sheet">
        <div className="sheet-next">
          <NextSteps view={view} assignees={assignees} staff={staff} />
        </div>
        <div className="sheet-answers">
          <Answers blocks={blocksOf(form, view.data)} />
        </div>
        <div className="sheet-rest">
          <Notes notes={view.notes} unsaved={refused?.text ?? ''} staffId={staff.id} submissionId={view.id} />
          <Letters letters={view.letters} />
          <Others others={view.others} now={now} />
          <History events={view.history} cameBy={view.cameBy} createdAt={view.createdAt} />
        </div>
      </div>
    </>
  );
}

import { useEffect, useSyncExternalStore } from 'react';
import { data, Form, Link, useOutletContext } from 'react-router';
import { createStore } from '#app/ui/create-store.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { useFocusOn } from '#app/ui/use-focus-on.ts';
import type { LeftAlone, ManyOutcome } from '#server/claims/actions/act-on-many.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/many-page.ts';
import { manyAction, manyForm } from './many-bar.tsx';
import type { WorkbenchContext } from './workbench.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Several claims');

type Result = { kind: 'done' | 'undone'; title: string; outcome: ManyOutcome } | { kind: 'refused'; message: string };

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const text = (name: string) => (form.has(name) ? String(form.get(name)) : null);
  const batch = text('undo');
  if (batch !== null)
    return data<Result>({ kind: 'undone', title: 'Taken back', outcome: await allow(desk.undoMany(staff, batch)) });
  const chosen = form.getAll('row').map((value) => {
    const [id = '', seen = ''] = String(value).split(' ');
    return { id, seen };
  });
  const act = manyAction(text);
  const action = desk.readAction((name) => (name === 'act' ? act.name : text(name)));
  if (!action || chosen.length === 0)
    return data<Result>({ kind: 'refused', message: 'Choose claims, and what is done about them.' }, { status: 422 });
  return data<Result>({ kind: 'done', title: act.title, outcome: await allow(desk.actOnMany(staff, chosen, action)) });
}

/** Kept outside of the router, which forgets the response with the live update that follows it. */
const kept = createStore<Result | null>(null);

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result = await serverAction();
  kept.set(result);
  // Nothing is chosen any more, and the fields are empty again.
  if (result.kind === 'done') document.querySelector<HTMLFormElement>(`#${manyForm}`)?.reset();
  return result;
}

/** What became of an act on several claims: beside the queue, with its undo, and with the names of those that were left alone. */
export default function ManyPage({ actionData }: Route.ComponentProps) {
  const shown = useSyncExternalStore(kept.subscribe, kept.read, kept.readOnServer) ?? actionData;
  useEffect(() => () => kept.set(null), []);
  return (
    <article className="stack">
      <p className="claim-back">
        <Link to="/desk">Queue</Link>
      </p>
      <h1>Several claims</h1>
      {shown?.kind === 'refused' && <Problem message={shown.message} result={shown} />}
      {!shown && <p>Choose claims in the queue, and then what is done about them.</p>}
      {shown && shown.kind !== 'refused' && <Done result={shown} />}
    </article>
  );
}

function Done({ result }: { result: Exclude<Result, { kind: 'refused' }> }) {
  const { title, outcome } = result;
  const box = useFocusOn<HTMLDivElement>(result);
  return (
    <>
      <div ref={box} className="callout callout-good cluster-between" role="status" tabIndex={-1}>
        <p>
          {title}: {outcome.done === 1 ? 'one claim' : `${outcome.done} claims`}.
        </p>
        {outcome.batch !== null && (
          <Form method="post">
            <input type="hidden" name="undo" value={outcome.batch} />
            <SubmitButton className="button button-quiet" data-key="u" aria-keyshortcuts="u">
              Undo all
            </SubmitButton>
          </Form>
        )}
      </div>
      {outcome.left.length > 0 && <Left left={outcome.left} />}
    </>
  );
}

function Left({ left }: { left: LeftAlone[] }) {
  const { rows } = useOutletContext<WorkbenchContext>();
  return (
    <section className="card stack" aria-labelledby="left-alone">
      <h2 id="left-alone">Left alone</h2>
      <ul className="list">
        {left.map(({ reference, name, message }) => {
          const row = rows.find((one) => one.reference === reference);
          const title = `${reference} ${name}`;
          return (
            <li key={reference}>
              <bdi>{row ? <Link to={`/desk/submissions/${row.id}`}>{title}</Link> : title}</bdi>: {message}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

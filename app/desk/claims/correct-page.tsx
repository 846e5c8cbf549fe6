import { Fragment, useState } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { Field } from '#app/forms/fields.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Answers, Field as FieldDefinition } from '#forms/form.ts';
import { shownAsSent } from '#forms/shown-as-sent.ts';
import { renderedName } from '#forms/typed-text.ts';
import { saveWithDrafts } from '../form-drafts.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/correct-page.ts';
import { lastActionCookie } from './last-action.tsx';
import { changeOf, type TwoAnswers, WhichCounts } from './which-counts.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Correct answers');

export async function loader({ params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const view = await allow(desk.submission(staffOf(context), params.id));
  if (!view) throw data(null, { status: 404 });
  const { reference, sender, data: answers, privateLink } = view;
  const hasLink = privateLink !== null && privateLink.revokedAt === null;
  return { id: params.id, reference, name: sender.name, answers, hasLink, fields: desk.correctableFields(view.form, answers) };
}

/** `typed`: the answers that were changed; `conflicts`: those of them that somebody else has changed too. */
type Refused = { message: string; typed: Answers; conflicts: TwoAnswers[]; endsLink: boolean };

export async function action({ request, params, context }: Route.ActionArgs) {
  const posted = await request.formData();
  const claimPage = `/desk/submissions/${params.id}`;
  const { desk } = deskServices(context);
  const text = (name: string) => String(posted.get(name) ?? '');
  const names = [...posted.keys()].flatMap((key) =>
    key.startsWith(renderedName('')) ? [key.slice(renderedName('').length)] : [],
  );
  const changes = names.map((name) => ({ name, change: changeOf(name, posted) }));
  const changed = changes.filter(({ change: [from, to] }) => from !== to);
  // Somebody else's answers were chosen in place of all that was changed.
  if (changed.length === 0 && [...posted.keys()].some((key) => key.startsWith('which.'))) throw redirect(claimPage);
  const answers = Object.fromEntries(changes.map(({ name, change }) => [name, change]));
  const outcome = await allow(
    desk.runAction(staffOf(context), params.id, {
      type: 'answers corrected',
      answers: JSON.stringify(answers),
      endsLink: text('endsLink'),
    }),
  );
  if (outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') {
    const { message, conflicts = [] } = outcome;
    const refusal: Refused = {
      message,
      typed: Object.fromEntries(changed.map(({ name }) => [name, text(name)])),
      conflicts: conflicts.map((one) => ({ ...one, mine: text(one.field), from: answers[one.field]?.[0] ?? '' })),
      endsLink: text('endsLink') === 'yes',
    };
    return data(refusal, { status: 422 });
  }
  const lastAction = { type: 'answers corrected' as const, undo: outcome.undo };
  throw redirect(claimPage, { headers: { 'Set-Cookie': lastActionCookie(request, params.id, lastAction) } });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => saveWithDrafts(serverAction);

/** The answers of a claim as a form: what is still to ask first, then what was answered. */
export default function CorrectPage(props: Route.ComponentProps) {
  return <Corrections key={props.loaderData.id} {...props} />;
}

function Corrections({ loaderData, actionData }: Route.ComponentProps) {
  const { id, reference, name, fields, hasLink } = loaderData;
  // What is typed was made from the answers that the page was rendered with, whatever is read again since.
  const [answers] = useState(loaderData.answers);
  const toAsk = fields.filter((field) => !answers[field.name] && field.type !== 'checkbox');
  const answered = fields.filter((field) => !toAsk.includes(field));
  const shared = { shown: { ...answers, ...actionData?.typed }, answers, conflicts: actionData?.conflicts ?? [] };
  return (
    <>
      <p>
        <Link to={`/desk/submissions/${id}`}>Back to {reference}</Link>
      </p>
      <h1>
        Correct or fill in: <bdi>{name || reference}</bdi>
      </h1>
      <p>What was sent is kept beside what you save. Leave empty what nobody told you.</p>
      <Problem message={actionData?.message} result={actionData} />
      <Form method="post" className="stack narrow" data-draft="answers">
        {toAsk.length > 0 && <Fields title="Still to ask" fields={toAsk} {...shared} />}
        {answered.length > 0 && <Fields title="Answered" fields={answered} {...shared} />}
        {hasLink && answers.email && (
          <label className="choice">
            <input type="checkbox" name="endsLink" value="yes" defaultChecked={actionData?.endsLink} />
            Somebody else reads the mailbox that was given: end the private link that went there
          </label>
        )}
        <div>
          <SubmitButton className="button button-primary">Save corrections</SubmitButton>
        </div>
      </Form>
    </>
  );
}

type FieldsProps = {
  title: string;
  fields: readonly FieldDefinition[];
  shown: Answers;
  answers: Answers;
  conflicts: TwoAnswers[];
};

function Fields({ title, fields, shown, answers, conflicts }: FieldsProps) {
  const conflictIn = ({ name }: FieldDefinition) => conflicts.find(({ field }) => field === name);
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <div className="stack">
        {fields.map((field) => {
          const conflict = conflictIn(field);
          return (
            <Fragment key={field.name}>
              {conflict && <WhichCounts of={conflict} field={field} />}
              <Field
                // A browser would fill in the address of the person at the desk.
                field={{
                  ...shownAsSent(field, [answers[field.name] ?? '', shown[field.name] ?? '']),
                  required: field.required === true && Boolean(answers[field.name]),
                  autoComplete: 'off',
                }}
                isAsked
                formSlug="correct"
                initialValue={shown[field.name] ?? ''}
                error={undefined}
                warning={undefined}
              />
            </Fragment>
          );
        })}
      </div>
      {fields.map((field) => (
        <input
          key={field.name}
          type="hidden"
          name={renderedName(field.name)}
          value={conflictIn(field)?.from ?? answers[field.name] ?? ''}
        />
      ))}
    </section>
  );
}

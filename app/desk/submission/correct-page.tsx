import { data, Form, Link, redirect } from 'react-router';
import { Field } from '#app/forms/fields.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { Answers, Field as FieldDefinition } from '#forms/form.ts';
import { renderedName } from '#forms/typed-text.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/correct-page.ts';
import { lastActionCookie } from './last-action.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Correct answers');

export async function loader({ params, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const view = await allow(desk.submission(staffOf(context), params.id));
  if (!view) throw data(null, { status: 404 });
  const { reference, sender, data: answers, privateLink } = view;
  const hasLink = privateLink !== null && privateLink.revokedAt === null;
  return { id: params.id, reference, name: sender.name, answers, hasLink, fields: desk.correctableFields(view.form, answers) };
}

type Refused = { message: string; typed: Answers; endsLink: boolean };

export async function action({ request, params, context }: Route.ActionArgs) {
  const posted = await request.formData();
  const { desk } = deskServices(context);
  const text = (name: string) => String(posted.get(name) ?? '');
  const names = [...posted.keys()].flatMap((key) =>
    key.startsWith(renderedName('')) ? [key.slice(renderedName('').length)] : [],
  );
  const answers = Object.fromEntries(names.map((name) => [name, [text(renderedName(name)), text(name)]]));
  const outcome = await allow(
    desk.runAction(staffOf(context), params.id, {
      type: 'answers corrected',
      answers: JSON.stringify(answers),
      endsLink: text('endsLink'),
    }),
  );
  if (outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') {
    const typed = Object.fromEntries(names.map((name) => [name, text(name)]));
    return data<Refused>({ message: outcome.message, typed, endsLink: text('endsLink') === 'yes' }, { status: 422 });
  }
  const lastAction = { type: 'answers corrected' as const, undo: outcome.undo };
  throw redirect(`/desk/submissions/${params.id}`, {
    headers: { 'Set-Cookie': lastActionCookie(request, params.id, lastAction) },
  });
}

/** The answers of a claim as a form: what is still to ask first, then what was answered. */
export default function CorrectPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, reference, name, answers, fields, hasLink } = loaderData;
  const toAsk = fields.filter((field) => !answers[field.name] && field.type !== 'checkbox');
  const answered = fields.filter((field) => !toAsk.includes(field));
  const shown = { ...answers, ...actionData?.typed };
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
      <Form method="post" className="stack narrow">
        {toAsk.length > 0 && <Fields title="Still to ask" fields={toAsk} shown={shown} answers={answers} />}
        {answered.length > 0 && <Fields title="Answered" fields={answered} shown={shown} answers={answers} />}
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

type FieldsProps = { title: string; fields: readonly FieldDefinition[]; shown: Answers; answers: Answers };

function Fields({ title, fields, shown, answers }: FieldsProps) {
  return (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <div className="stack">
        {fields.map((field) => (
          <Field
            key={field.name}
            // A browser would fill in the address of the person at the desk.
            field={{ ...field, required: field.required === true && Boolean(answers[field.name]), autoComplete: 'off' }}
            isAsked
            formSlug="correct"
            initialValue={shown[field.name] ?? ''}
            error={undefined}
            warning={undefined}
          />
        ))}
      </div>
      {fields.map(({ name }) => (
        <input key={name} type="hidden" name={renderedName(name)} value={answers[name] ?? ''} />
      ))}
    </section>
  );
}

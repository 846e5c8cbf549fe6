import { randomUUID } from 'node:crypto';
import { useState } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { OpeningHours } from '#content/opening-hours.ts';
import { removeFormDrafts, saveWithDrafts } from '../form-drafts.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import { TextField } from '../text-field.tsx';
import { useNow } from '../times.ts';
import type { Route } from './+types/reply-page.ts';
import { lastActionCookie } from './last-action.tsx';
import { TimeAlone } from './next-time.tsx';
import { type Handed, HandOver, linkWithWords, ReplyPreview, type Written } from './reply-preview.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Write to the claimant');

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { desk, now } = deskServices(context);
  const template = new URL(request.url).searchParams.get('template') ?? '';
  const draft = await allow(desk.replyDraft(staffOf(context), params.id, template));
  if (!draft) throw data(null, { status: 404 });
  return { id: params.id, template, draft, now: now(), hours: desk.callingHours() };
}

/** `seen`: the message as it will leave. `refused`: it was not sent, and is still there to be changed. */
type Result =
  | { kind: 'written' | 'seen'; written: Written }
  | { kind: 'refused'; written: Written; message: string }
  | { kind: 'handed'; written: Written; handed: Handed };

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const posted = await request.formData();
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const text = (name: string) => String(posted.get(name) ?? '');
  const written = { subject: text('subject'), text: text('text'), line: text('line'), key: text('key') || randomUUID() };
  const [step, number] = text('step').split(' ');
  if (step === 'sms' || step === 'whatsapp') {
    const draft = await allow(desk.replyDraft(staff, id));
    const link = draft && linkWithWords(step, draft.numbers[Number(number)], written.text);
    if (!link) return refusal(written, 'There is no phone number that can take it.');
    const { line, text: words } = written;
    const attempt = { type: 'contact attempted' as const, outcome: 'left-message', channel: step, line, words };
    const outcome = await allow(desk.runAction(staff, id, attempt));
    if (outcome.kind === 'not found') throw data(null, { status: 404 });
    if (outcome.kind === 'refused') return refusal(written, outcome.message);
    return data<Result>({ kind: 'handed', written, handed: { channel: step, link } });
  }
  if (step !== 'send') return data<Result>({ kind: step === 'see' ? 'seen' : 'written', written });
  const action = desk.readAction((name) => (name === 'act' ? 'message written' : posted.has(name) ? text(name) : null));
  const outcome = action && (await allow(desk.runAction(staff, id, action)));
  if (!outcome || outcome.kind === 'not found') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') return refusal(written, outcome.message);
  const lastAction = { type: 'message written' as const, undo: outcome.undo };
  throw redirect(`/desk/submissions/${id}`, { headers: { 'Set-Cookie': lastActionCookie(request, id, lastAction) } });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result = await saveWithDrafts(serverAction);
  if (result.kind === 'handed') removeFormDrafts();
  return result;
}

function refusal(written: Written, message: string) {
  return data<Result>({ kind: 'refused', written, message }, { status: 422 });
}

/** Writes to a claimant: from a template or free, and seen before it goes. */
export default function ReplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, draft, template, hours } = loaderData;
  const now = useNow(loaderData.now);
  const result = actionData as Result | undefined;
  const { reference, name } = draft;
  return (
    <>
      <p>
        <Link to={`/desk/submissions/${id}`}>Back to {reference}</Link>
      </p>
      <h1>
        Write to <bdi>{name || reference}</bdi>
      </h1>
      <Problem message={result?.kind === 'refused' ? result.message : undefined} result={result} />
      {result?.kind === 'handed' ? (
        <HandOver handed={result.handed} />
      ) : result?.kind === 'seen' ? (
        <ReplyPreview draft={draft} written={result.written} />
      ) : (
        <>
          <nav aria-label="Templates">
            <ul className="tabs">
              {draft.templates.map((one) => (
                <li key={one.name}>
                  <Link to={`?template=${one.name}`} aria-current={one.name === template ? 'true' : undefined} replace>
                    {one.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Compose
            key={template}
            template={template}
            now={now}
            hours={hours}
            {...(result?.written ?? { subject: draft.subject, text: draft.text, line: '' })}
          />
        </>
      )}
    </>
  );
}

const hint =
  'When you look whether an answer has come: t10, +2h, fri 9, 12 Dec 10am. Empty: in two days, unless something is arranged.';

type ComposeProps = Pick<Written, 'subject' | 'text' | 'line'> & { template: string; now: number; hours: OpeningHours };

function Compose({ template, subject, text, line: written, now, hours }: ComposeProps) {
  const [line, setLine] = useState(written);
  return (
    <Form method="post" className="card stack narrow" data-draft={`message ${template}`}>
      <TextField label="Subject" name="subject" defaultValue={subject} maxLength={200} required autoComplete="off" />
      <Labelled id="message-text" label="Message">
        <textarea
          id="message-text"
          name="text"
          className="input"
          rows={12}
          defaultValue={text}
          maxLength={10_000}
          required
          dir="auto"
        />
      </Labelled>
      <Labelled id="message-line" label="Next step (optional)">
        <input
          id="message-line"
          name="line"
          className="input"
          defaultValue={written}
          autoComplete="off"
          aria-describedby="message-line-hint"
          onInput={(event) => setLine(event.currentTarget.value)}
        />
        <TimeAlone id="message-line-hint" line={line} now={now} hours={hours} hint={hint} />
      </Labelled>
      <div>
        <SubmitButton className="button button-primary" name="step" value="see">
          See it before it goes
        </SubmitButton>
      </div>
    </Form>
  );
}

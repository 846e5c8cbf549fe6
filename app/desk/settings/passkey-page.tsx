import { useState } from 'react';
import { Form, Link } from 'react-router';
import { sessionActs } from '#app/session/session.ts';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { accountNotices } from '#forms/notices.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { useHasPasskeys } from '../passkey-button.tsx';
import { TextField } from '../text-field.tsx';
import type { Route } from './+types/passkey-page.ts';
import { BothFactors, type Refused } from './second-factor-forms.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Add a passkey');

type State = { added: string | null; refused: Refused | null };

/** Checks both factors, has the browser make the passkey, and stores it. Only a script can ask the browser for one. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<State> {
  const given = await request.formData();
  const text = (name: string) => String(given.get(name) ?? '');
  const name = text('name').trim();
  const error = await sessionActs.addPasskey({ name, password: text('password'), code: text('code') });
  if (!error) return { added: name, refused: null };
  return { added: null, refused: { field: error.field ?? null, message: error.message || accountNotices.signInFailed.fallback } };
}

export default function PasskeyPage({ actionData }: Route.ComponentProps) {
  const { added, refused } = actionData ?? {};
  const hasPasskeys = useHasPasskeys();
  return (
    <>
      <h1>Add a passkey</h1>
      {added ? (
        <>
          <p className="callout callout-good" role="status">
            “{added}” was added. Choose “Sign in with a passkey” the next time you sign in.
          </p>
          <p>
            <Link to="/desk/account">Back to your account</Link>
          </p>
        </>
      ) : (
        <>
          <Problem message={refused?.field ? null : refused?.message} result={actionData} />
          <div className="card stack narrow">
            <p>
              Your device keeps it, or your password manager. Anybody who can unlock that can sign in as you: add one only to what
              nobody else uses.
            </p>
            {hasPasskeys && <NewPasskey refused={refused} />}
            {hasPasskeys === false && (
              <p>This browser has no passkeys, or they do not work at this address. Your password and codes do.</p>
            )}
            <noscript>Adding a passkey needs JavaScript, which is switched off in this browser.</noscript>
            <p>
              <Link to="/desk/account">Back to your account</Link>
            </p>
          </div>
        </>
      )}
    </>
  );
}

function NewPasskey({ refused }: { refused: Refused | null | undefined }) {
  const [device] = useState(deviceName);
  return (
    <Form method="post" className="stack">
      <TextField
        label="Name"
        hint="So that you know it from others, for example by the device."
        name="name"
        autoComplete="off"
        required
        maxLength={60}
        defaultValue={device}
        error={refused?.field === 'name' ? refused.message : undefined}
      />
      <BothFactors refused={refused ?? undefined} />
      <div>
        <SubmitButton className="button button-primary" busyText="Adding it…">
          Add a passkey
        </SubmitButton>
      </div>
    </Form>
  );
}

/** What the browser says of the machine that it runs on. */
function deviceName(): string {
  const known = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];
  const named: Record<string, string> = { Macintosh: 'Mac', CrOS: 'Chromebook' };
  const found = known.find((one) => navigator.userAgent.includes(one)) ?? '';
  return named[found] ?? found;
}

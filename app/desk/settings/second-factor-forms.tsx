import { useEffect, useId, useState } from 'react';
import { Form } from 'react-router';
import { PrintButton } from '#app/ui/print-button.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { site } from '#content/site.ts';
import type { Enrolment } from '#server/people/staff/second-factor.ts';
import { CodeField, PasswordField, TextField } from '../text-field.tsx';

export type Refused = { field: string | null; message: string };

/** Asks for both factors again, before what somebody at an unattended browser must not be able to do. */
export function BothFactors({ refused }: { refused: Refused | undefined }) {
  // A page may have several of these forms.
  const codeId = useId();
  const errorAt = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <>
      <PasswordField label="Your password" name="password" autoComplete="current-password" required error={errorAt('password')} />
      <TextField
        id={codeId}
        label="Code from your authenticator app"
        hint="Without your phone: one of your recovery codes, which is then used up."
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
        error={errorAt('code')}
      />
    </>
  );
}

/** Setting up an authenticator app: the QR code, the recovery codes, and the first code. Print shows the recovery codes alone. */
export function EnrolmentSteps({ enrolment, email }: { enrolment: Enrolment; email: string }) {
  const { sealed, uri, qrSvg, key, recoveryCodes } = enrolment;
  return (
    <ol className="enrolment-steps">
      <li className="not-printed">
        <h2>Scan this with the app</h2>
        <img
          className="enrolment-qr"
          alt="QR code for your authenticator app"
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        />
        <p>
          On this phone? <a href={uri}>Open the app</a>, or type this key: <code className="enrolment-key">{key}</code>
        </p>
      </li>
      <li>
        <h2>Keep these recovery codes</h2>
        <p>Each lets you in once if your phone is lost. They are shown only now: print them or write them down.</p>
        <RecoveryCodes codes={recoveryCodes} email={email} />
      </li>
      <li className="not-printed">
        <h2>Type the code the app shows</h2>
        <Form method="post" className="stack narrow">
          <input type="hidden" name="enrolment" value={sealed} />
          <CodeField label="Six digits" required />
          <div>
            <SubmitButton className="button button-primary">I have kept the recovery codes: finish</SubmitButton>
          </div>
        </Form>
      </li>
    </ol>
  );
}

/** The codes, with buttons to copy and to print them where there is JavaScript. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const title = `Recovery codes of ${email} for the ${site.brand} desk`;
  return (
    <div className="stack narrow">
      <p>{title}:</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="cluster">
        <CopyButton text={`${title}:\n${codes.join('\n')}\n`} />
        <PrintButton className="button-quiet">Print</PrintButton>
      </div>
    </div>
  );
}

/** The button to copy, with JavaScript, where the browser lets a page write to the clipboard: over TLS or on this machine. */
function CopyButton({ text }: { text: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [status, setStatus] = useState('');
  useEffect(() => setCanCopy('clipboard' in navigator), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setStatus('Copied.'),
      () => setStatus('Your browser did not allow it: copy them by hand.'),
    );
  return (
    <p className="cluster not-printed">
      <button type="button" className="button button-quiet" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{status}</span>
    </p>
  );
}

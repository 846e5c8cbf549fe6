import { Form, useNavigation } from 'react-router';
import { TextField } from '#app/desk/text-field.tsx';
import type { Enrolment } from '#server/staff/second-factor.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Setting up an authenticator app: the QR code, the recovery codes, and the first code. Print shows the recovery codes alone. */
export function EnrolmentSteps({ enrolment, email }: { enrolment: Enrolment; email: string }) {
  const { sealed, uri, qrSvg, key, recoveryCodes } = enrolment;
  const busy = useNavigation().state !== 'idle';
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
          <TextField
            label="Six digits"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]*"
            maxLength={8}
            required
          />
          <div>
            <button type="submit" className="button button-primary" disabled={busy}>
              I have kept the recovery codes: finish
            </button>
          </div>
        </Form>
      </li>
    </ol>
  );
}

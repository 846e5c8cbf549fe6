import { useRevalidator } from 'react-router';
import { ClaimPageNote } from '#app/forms/waiting-message.tsx';
import { describedBy } from '#app/ui/hint-and-error.tsx';
import { Labelled } from '#app/ui/labelled.tsx';
import { londonMoment } from '#forms/london-day.ts';
import type { ClaimPage } from '#server/people/claimant/claim-page.ts';
import { ClaimForm, useClaimFormResult } from './claim-form.tsx';

/** The messages of the claimant, and a form for another one. */
export function Messages({ messages }: Pick<ClaimPage, 'messages'>) {
  const result = useClaimFormResult('message');
  const { revalidate } = useRevalidator();
  return (
    <section className="card stack" id="message" aria-labelledby="messages">
      <h2 id="messages">Messages to us</h2>
      {messages.length > 0 && (
        <ul className="claim-messages">
          {messages.map(({ id, at, text }) => (
            <li key={id}>
              <p className="claim-text" dir="auto">
                {text}
              </p>
              <p className="muted">You, {londonMoment(at)}</p>
            </li>
          ))}
        </ul>
      )}
      <ClaimForm act="message" submit="Send message">
        <Labelled
          id="text"
          label="Add a message"
          hint="Anything new, or a question. No card or bank details, please. We answer by phone or email."
        >
          <textarea
            id="text"
            name="text"
            className="input"
            rows={4}
            required
            maxLength={5_000}
            aria-describedby="text-hint"
            defaultValue={result?.kind === 'refused' ? result.typed.text : ''}
          />
        </Labelled>
      </ClaimForm>
      <ClaimPageNote reload={revalidate} />
    </section>
  );
}

/** The form for the number that we call. What is saved takes the place of what was sent. */
export function PhoneNumber({ phone }: { phone: string }) {
  const result = useClaimFormResult('phone');
  const refused = result?.kind === 'refused' ? result : null;
  const error = refused?.errors.phone;
  return (
    <section className="card stack" id="phone" aria-labelledby="phone-title">
      <h2 id="phone-title">Your phone number</h2>
      {phone && (
        <p>
          We call you on: <strong dir="ltr">{phone}</strong>
        </p>
      )}
      <ClaimForm act="phone" submit="Save this number" tone="quiet">
        {/* A draft of before the number was changed elsewhere is not put back. */}
        <input type="hidden" name="was.phone" value={phone} />
        <Labelled id="own-phone" label="Your number" error={error}>
          <input
            // What is stored now is in the field, even where somebody else changed it.
            key={phone}
            id="own-phone"
            name="phone"
            type="tel"
            className="input"
            required
            maxLength={100}
            autoComplete="tel"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy({ id: 'own-phone', hint: undefined, error })}
            defaultValue={refused?.typed.phone ?? phone}
          />
        </Labelled>
      </ClaimForm>
    </section>
  );
}

/** The form for when to call. It replaces what was chosen before. */
export function CallPreference({ preference, callTimes }: { preference: string | null; callTimes: string[] }) {
  const result = useClaimFormResult('call');
  const typed = result?.kind === 'refused' ? result.typed : {};
  return (
    <section className="card stack" id="call" aria-labelledby="call-title">
      <h2 id="call-title">When to call you</h2>
      {preference && (
        <p>
          You chose: <strong dir="auto">{preference}</strong>
        </p>
      )}
      <ClaimForm act="call" submit={preference ? 'Change it' : 'Save'}>
        <fieldset className="field">
          <legend>The best time</legend>
          <div className="choices">
            {callTimes.map((time) => (
              <label key={time} className="choice">
                <input type="radio" name="time" value={time} defaultChecked={typed.time === time} />
                {time}
              </label>
            ))}
          </div>
        </fieldset>
        <Labelled
          id="note"
          label="Anything else about calling you (optional)"
          hint="For example another number, or days on which you cannot talk."
        >
          <input id="note" name="note" className="input" maxLength={200} aria-describedby="note-hint" defaultValue={typed.note} />
        </Labelled>
      </ClaimForm>
    </section>
  );
}

import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { PhoneLinks } from '#forms/phone-numbers.ts';
import type { ReplyDraft } from '#server/claims/messages/reply-draft.ts';

/** What was written, and a random text by which it is sent once. */
export type Written = { subject: string; text: string; line: string; key: string };

/** Words that leave from somebody's own phone. */
export type Handed = { channel: 'sms' | 'whatsapp'; link: string };

/** A message as it will leave, and the ways it can go. */
export function ReplyPreview({ draft: { address, hasLink, numbers }, written }: { draft: ReplyDraft; written: Written }) {
  const { subject, text } = written;
  return (
    <Form method="post" className="card stack narrow">
      {Object.entries(written).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2>As it leaves</h2>
      {address && <p>To {address}</p>}
      <p>
        <strong dir="auto">{subject}</strong>
      </p>
      <p className="message-text" dir="auto">
        {text}
      </p>
      {address && hasLink && <p className="muted">As an email it ends with the link to their claim, where they add files.</p>}
      <div className="cluster">
        {address && (
          <SubmitButton className="button button-primary" name="step" value="send">
            Send email
          </SubmitButton>
        )}
        {numbers.flatMap((number, index) =>
          (['sms', 'whatsapp'] as const)
            .filter((channel) => number[channel])
            .map((channel) => (
              <SubmitButton key={number.call + channel} className="button button-quiet" name="step" value={`${channel} ${index}`}>
                {`${channel === 'sms' ? 'Send as text message' : 'Send by WhatsApp'}${numbers.length > 1 ? ` to ${number.shown}` : ''}`}
              </SubmitButton>
            )),
        )}
        <SubmitButton className="button button-quiet" name="step" value="change">
          Change it
        </SubmitButton>
      </div>
      {address && <p className="muted">An email leaves ten seconds after you send it, and can be undone until then.</p>}
    </Form>
  );
}

/** The link that opens the words on this device, once the attempt is on the timeline. */
export function HandOver({ handed: { channel, link } }: { handed: Handed }) {
  return (
    <div className="card stack narrow" role="status">
      <p>It is on the timeline. It leaves from your own device:</p>
      <p>
        <a className="button button-primary" href={link} rel="noreferrer" target={channel === 'sms' ? undefined : '_blank'}>
          {channel === 'sms' ? 'Open the text message' : 'Open WhatsApp (in a new tab)'}
        </a>
      </p>
    </div>
  );
}

/** A link that opens a text message or WhatsApp with these words; null where the number takes none. */
export function linkWithWords(channel: Handed['channel'], number: PhoneLinks | undefined, words: string): string | null {
  const link = number?.[channel];
  return link ? `${link}?${channel === 'sms' ? 'body' : 'text'}=${encodeURIComponent(words)}` : null;
}

import { Fragment } from 'react';
import { londonMoment } from '#forms/london-day.ts';
import type { EmailContent } from './email-content.ts';
import { styles } from './email-styles.ts';

type Answers = NonNullable<EmailContent['answers']>;

/** The text of every answer, under the titles of the form's sections. */
export function answersText({ reference, submittedAt, sentBy, blocks }: Answers): string[] {
  return [
    [`Reference: ${reference}`, `Received: ${londonMoment(submittedAt)}`, ...(sentBy ? [`Sent by: ${sentBy}`] : [])].join('\n'),
    ...blocks.map(({ title, lines }) =>
      [
        title,
        '-'.repeat(title.length),
        ...lines.map(({ label, value }) => `${label}${/[?.]$/.test(label) ? '' : ':'} ${value}`),
      ].join('\n'),
    ),
  ];
}

/** The same as HTML, with as many characters of each answer as `limit` allows. */
export function AnswerBlocks({ reference, submittedAt, sentBy, blocks, limit }: Answers & { limit: number }) {
  return (
    <>
      <p {...styles.part}>
        Reference: <strong>{reference}</strong>
        <br />
        Received: {londonMoment(submittedAt)}
        {sentBy && (
          <>
            <br />
            Sent by: <bdi>{sentBy}</bdi>
          </>
        )}
      </p>
      {blocks.map(({ title, lines }) => (
        <Fragment key={title}>
          <h2 {...styles.heading}>{title}</h2>
          {lines.map(({ label, value }) => (
            <p key={label} {...styles.line}>
              <span {...styles.label}>{label}</span>
              <br />
              <span dir="auto" {...styles.value}>
                <Lines text={shortened(value, limit)} />
              </span>
            </p>
          ))}
        </Fragment>
      ))}
    </>
  );
}

function shortened(value: string, limit: number): string {
  if (value.length <= limit) return value;
  const characters = Array.from(value.slice(0, 2 * limit)).slice(0, limit);
  return `${characters.join('')}…\n[All of it is in the desk, and in the text part of this email.]`;
}

/** Text with a `<br>` for each line break, the only kind that Outlook shows. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => (index === 0 ? [line] : [<br key={String(index)} />, line]));
}

import { Fragment } from 'react';
import { type Block, blocksOf } from '#forms/answers.ts';
import type { FormData, FormDefinition } from '#forms/form.ts';
import { londonTime, type Rendered, renderLayout, subjectLine } from './email-layout.tsx';
import * as styles from './email-styles.ts';

export type Notification = { form: FormDefinition; data: FormData; reference: string; submittedAt: number };

const closing = 'Sent by the website form. Confirm identity before sharing any information.';

/** The e-mail that tells the team of a submission. */
export function renderNotification({ form, data, reference, submittedAt }: Notification): Rendered {
  const blocks = blocksOf(form, data);
  const head = { form: form.name, reference, received: londonTime(submittedAt) };
  return {
    subject: subjectLine(`[Website] ${form.name}: ${form.subjectOf(data)}`),
    html: renderLayout(head.form, <Answers {...head} blocks={blocks} />),
    text: plainText(head, blocks),
  };
}

type EmailHead = { form: string; reference: string; received: string };

function plainText(head: EmailHead, blocks: Block[]): string {
  const parts = blocks.map(({ title, lines }) => [
    title,
    '-'.repeat(title.length),
    ...lines.map(({ label, value }) => `${label}${label.endsWith('?') ? '' : ':'} ${value}`),
  ]);
  return [[head.form, `Reference: ${head.reference}`, `Received: ${head.received}`], ...parts, [closing]]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
}

function Answers({ reference, received, blocks }: EmailHead & { blocks: Block[] }) {
  return (
    <>
      <p style={styles.facts}>
        Reference: <strong>{reference}</strong>
        <br />
        Received: {received}
      </p>
      {blocks.map(({ title, lines }) => (
        <Fragment key={title}>
          <h2 style={styles.heading}>{title}</h2>
          {lines.map(({ label, value }) => (
            <p key={label} style={styles.line}>
              <span style={styles.label}>{label}</span>
              <br />
              <span dir="auto" style={styles.value}>
                {value}
              </span>
            </p>
          ))}
        </Fragment>
      ))}
      <p style={styles.closing}>{closing}</p>
    </>
  );
}

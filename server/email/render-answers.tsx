import { Fragment } from 'react';
import { site } from '#content/site.ts';
import type { Block } from '#forms/answers.ts';
import { Lines, renderLayout } from './email-layout.tsx';
import { styles } from './email-styles.ts';
import { londonTime } from './email-text.ts';
import { Summary, type SummarySource, type TeamSummary, teamSummaryOf, textOf } from './team-summary.tsx';

const closing = 'Sent by the website form. Confirm identity before sharing any information.';

/** Gmail cuts an e-mail off at 102 KB, and hides the rest behind another tap. */
const maxHtmlBytes = 100_000;

/** How many characters of an answer the HTML shows: the first of these with which the e-mail fits. The text has the whole answer. */
const answerLimits = [Number.POSITIVE_INFINITY, 8_000, 2_000, 500];

type AnswersEmail = SummarySource & {
  title: string;
  reference: string;
  submittedAt: number;
  blocks: Block[];
  isUrgent?: boolean;
};

/** The body of an e-mail to the team: the summary for the caller, then every answer. */
export function renderAnswers(email: AnswersEmail): { html: string; text: string } {
  const summary = teamSummaryOf(email);
  let html = '';
  for (const limit of answerLimits) {
    html = renderLayout(email.title, <AnswerBlocks {...email} summary={summary} limit={limit} />, email);
    if (Buffer.byteLength(html) < maxHtmlBytes) break;
  }
  return { html, text: plainText(email, summary) };
}

function plainText({ title, reference, submittedAt, blocks }: AnswersEmail, summary: TeamSummary): string {
  const parts = blocks.map(({ title: heading, lines }) => [
    heading,
    '-'.repeat(heading.length),
    ...lines.map(({ label, value }) => `${label}${label.endsWith('?') ? '' : ':'} ${value}`),
  ]);
  return [
    [`${site.brand}: ${title}`],
    textOf(summary),
    [`Reference: ${reference}`, `Received: ${londonTime(submittedAt)}`],
    ...parts,
    [closing],
  ]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
}

function AnswerBlocks({
  reference,
  submittedAt,
  blocks,
  summary,
  limit,
}: AnswersEmail & { summary: TeamSummary; limit: number }) {
  return (
    <>
      <Summary {...summary} />
      <p {...styles.part}>
        Reference: <strong>{reference}</strong>
        <br />
        Received: {londonTime(submittedAt)}
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
      <p {...styles.closing}>{closing}</p>
    </>
  );
}

function shortened(value: string, limit: number): string {
  if (value.length <= limit) return value;
  const characters = Array.from(value.slice(0, 2 * limit)).slice(0, limit);
  return `${characters.join('')}…\n[All of it is in the desk, and in the text part of this email.]`;
}

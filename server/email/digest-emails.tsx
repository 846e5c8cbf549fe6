import { Fragment } from 'react';
import { site } from '#content/site.ts';
import { senderOf, summaryOf } from '#forms/sender.ts';
import { type Rendered, renderLayout } from './email-layout.tsx';
import { styles } from './email-styles.ts';
import { londonTime, subjectLine } from './email-text.ts';
import { reminderStage, type SubmissionEmail } from './submission-emails.tsx';

type Entry = { heading: string; lines: string[]; link: string };

/** The templates whose e-mails leave together, each as its own kind of digest. */
export const digestTemplates = ['digest', 'urgent-digest', 'reminder'] as const;

export type DigestTemplate = (typeof digestTemplates)[number];

/** One e-mail in place of many that are of one kind: new submissions that came in a flood, or reminders. */
export function renderDigest(name: DigestTemplate, emails: SubmissionEmail[]): Rendered {
  return name === 'reminder' ? renderReminders(emails) : renderSubmissions(emails, name === 'urgent-digest');
}

function renderSubmissions(emails: SubmissionEmail[], areUrgent: boolean): Rendered {
  const title = areUrgent ? `${emails.length} wait at the roadside` : `${emails.length} new or updated submissions`;
  const intro =
    'So many came within a few minutes that they are listed here, instead of one email each. Each is in the desk with all its answers.';
  return render(`${areUrgent ? 'URGENT ' : ''}[Website] ${title}`, title, intro, emails.map(entryOf));
}

function renderReminders(emails: SubmissionEmail[]): Rendered {
  const stages = emails.map(reminderStage);
  const overdue = stages.filter(({ isOverdue }) => isOverdue).length;
  const title = overdue > 0 ? `${emails.length} wait for contact, ${overdue} overdue` : `${emails.length} wait for contact`;
  const intro = 'Call, then mark each as contacted; the reminders of it then stop. The one that is due first comes first.';
  const entries = emails.map((email, index) => {
    const { heading, lines, link } = entryOf(email);
    return { heading, lines: [stages[index]?.told ?? '', ...lines], link };
  });
  return render(`[Desk] ${title}`, title, intro, entries);
}

function entryOf({ form, data, reference, submittedAt, dueAt, isContacted, link }: SubmissionEmail): Entry {
  const { name, phone } = senderOf(form, data);
  return {
    heading: subjectLine(`${reference} ${name}`),
    lines: [
      subjectLine(`${form.name}: ${summaryOf(form, data)}`),
      `Received: ${londonTime(submittedAt)}`,
      ...(dueAt === null || isContacted ? [] : [`Call by: ${londonTime(dueAt)}`]),
      ...(phone === '' ? [] : [subjectLine(`Phone: ${phone}`)]),
    ],
    link,
  };
}

function render(subject: string, title: string, intro: string, entries: Entry[]): Rendered {
  const parts = entries.map(({ heading, lines, link }) => [heading, ...lines, link].join('\n'));
  return {
    subject: subjectLine(subject),
    html: renderLayout(title, <Entries intro={intro} entries={entries} />),
    text: `${[`${site.brand}: ${title}`, intro, ...parts].join('\n\n')}\n`,
  };
}

function Entries({ intro, entries }: { intro: string; entries: Entry[] }) {
  return (
    <>
      <p {...styles.line}>{intro}</p>
      {entries.map(({ heading, lines, link }) => (
        <p key={link} {...styles.part}>
          <strong dir="auto">{heading}</strong>
          {lines.map((line) => (
            <Fragment key={line}>
              <br />
              <span dir="auto">{line}</span>
            </Fragment>
          ))}
          <br />
          <a href={link} {...styles.phone}>
            Open in the desk
          </a>
        </p>
      ))}
    </>
  );
}

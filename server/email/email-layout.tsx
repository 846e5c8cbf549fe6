import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import * as styles from './email-styles.ts';

export type Rendered = { subject: string; html: string; text: string };

/** An e-mail of a few sentences with one thing to do. */
export type PlainEmail = { subject: string; title: string; paragraphs: string[]; link: { label: string; url: string } | null };

export function renderPlainEmail(email: PlainEmail): Rendered {
  const { subject, title, paragraphs, link } = email;
  const parts = [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : [])];
  return { subject: subjectLine(subject), html: renderLayout(title, <Content {...email} />), text: `${parts.join('\n\n')}\n` };
}

function Content({ paragraphs, link }: PlainEmail) {
  return (
    <>
      {paragraphs.map((words) => (
        <p key={words} style={styles.line}>
          {words}
        </p>
      ))}
      {link && (
        <p style={styles.line}>
          <a href={link.url} style={styles.action}>
            {link.label}
          </a>
        </p>
      )}
    </>
  );
}

/** The HTML of an e-mail: one panel with this title. In tables, because Outlook gives width and padding to nothing else. */
export function renderLayout(title: string, content: ReactNode): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Layout title={title}>{content}</Layout>)}`;
}

function Layout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
      </head>
      <body style={styles.body}>
        <Table style={styles.ground} table={styles.table}>
          <Table style={styles.panel} table={styles.sheet}>
            <h1 style={styles.title}>{title}</h1>
            {children}
          </Table>
        </Table>
      </body>
    </html>
  );
}

function Table({ style, table, children }: { style: CSSProperties; table: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" align="center" style={table}>
      <tbody>
        <tr>
          <td style={style}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

/**
 * One line whatever was typed, short enough for a phone's list; cut between characters as people see them, not within one.
 * Marks that turn the direction of writing are left out: they would turn the words after them too.
 */
export function subjectLine(text: string): string {
  const line = text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(graphemes.segment(line.slice(0, 5_000)), ({ segment }) => segment);
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : line;
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/** "Friday20 November 2026 at 22:05 GMT", whatever zone the server keeps. */
export function londonTime(milliseconds: number): string {
  return londonFormat.format(milliseconds);
}

const londonFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

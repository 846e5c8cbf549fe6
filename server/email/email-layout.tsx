import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { site } from '#content/site.ts';

/** Mail programs read styles on the element only. Colours as in app/ui/tokens.css. */
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

export const styles = {
  body: { backgroundColor: '#f3f4f1', margin: 0, padding: 0 },
  ground: { backgroundColor: '#f3f4f1', fontFamily: family, color: '#14211b', padding: '16px' },
  table: { border: 0 },
  sheet: { border: 0, maxWidth: '640px' },
  panel: { backgroundColor: '#ffffff', padding: '24px', borderTop: '8px solid #00573c' },
  title: { fontSize: '24px', lineHeight: '30px', margin: '0 0 8px' },
  facts: { fontSize: '16px', lineHeight: '24px', margin: '0 0 8px' },
  heading: {
    fontSize: '18px',
    lineHeight: '24px',
    margin: '24px 0 8px',
    borderBottom: '2px solid #00573c',
  },
  line: { fontSize: '16px', lineHeight: '24px', margin: '0 0 12px' },
  label: { color: '#52605a', fontSize: '14px' },
  /** Line breaks as typed; an unbroken string of any length wraps. */
  value: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', wordBreak: 'break-word' },
  closing: { fontSize: '14px', lineHeight: '20px', color: '#52605a', margin: '24px 0 0' },
  phone: { color: '#00573c', fontWeight: 600, whiteSpace: 'nowrap' },
  action: {
    display: 'inline-block',
    backgroundColor: '#00573c',
    color: '#ffffff',
    fontWeight: 600,
    padding: '12px 20px',
    textDecoration: 'none',
  },
} satisfies Record<string, CSSProperties>;

export type Rendered = { subject: string; html: string; text: string };

/** An e-mail of a few sentences with at most one link. */
export type PlainEmail = {
  subject: string;
  title: string;
  paragraphs: string[];
  link: { label: string; url: string } | null;
  /** After the link. */
  closing?: string;
};

export function renderPlainEmail(email: PlainEmail): Rendered {
  const { subject, title, paragraphs, link, closing } = email;
  const parts = [title, ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...(closing ? [closing] : [])];
  return { subject: subjectLine(subject), html: renderLayout(title, <Content {...email} />), text: `${parts.join('\n\n')}\n` };
}

function Content({ paragraphs, link, closing }: PlainEmail) {
  return (
    <>
      {paragraphs.map((text) => (
        <p key={text} style={styles.line}>
          <WithHelpline text={text} />
        </p>
      ))}
      {link && (
        <p style={styles.line}>
          <a href={link.url} style={styles.action}>
            {link.label}
          </a>
        </p>
      )}
      {closing && <p style={styles.closing}>{closing}</p>}
    </>
  );
}

/** To call at a touch, where the text names the number. */
function WithHelpline({ text }: { text: string }) {
  const { display, tel } = site.helpline;
  const [before, after] = text.split(display);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a href={`tel:${tel}`} style={styles.phone}>
        {display}
      </a>
      {after}
    </>
  );
}

/** The HTML of an e-mail: one panel with this title. In tables, because Outlook supports width and padding on nothing else. */
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
 * A subject of one line and at most 120 graphemes, whatever was typed. Characters that change the direction of writing are removed,
 * because they would change that of the text after them too.
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

/** "Friday, 20 November 2026 at 22:05 GMT", whatever the time zone of the server. */
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

import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { site } from '#content/site.ts';
import { AnswerBlocks, answersText, Lines } from './answer-blocks.tsx';
import type { DigestEntry, EmailContent } from './email-content.ts';
import { darkStyles, styles } from './email-styles.ts';
import { subjectLine } from './email-text.ts';
import { SummaryBlock, summaryText } from './summary-block.tsx';

/** Gmail cuts an email off at 102 KB, and hides the rest behind another tap. */
const maxHtmlBytes = 100_000;

/** How many characters of an answer the HTML shows: the first of these with which the email fits. The text has the whole answer. */
const answerLimits = [Number.POSITIVE_INFINITY, 8_000, 2_000, 500];

/** An email as HTML and as text. */
export function renderEmail(email: EmailContent): { subject: string; html: string; text: string } {
  return { subject: subjectLine(email.subject), html: htmlOf(email), text: textOf(email) };
}

function htmlOf(email: EmailContent): string {
  let html = '';
  for (const limit of email.answers ? answerLimits : [0]) {
    html = `<!DOCTYPE html>${renderToStaticMarkup(
      <Layout {...email}>
        <Content {...email} limit={limit} />
      </Layout>,
    )}`;
    if (Buffer.byteLength(html) < maxHtmlBytes) break;
  }
  return html;
}

function textOf({ title, summary, answers, paragraphs = [], entries = [], link, closing = [] }: EmailContent): string {
  const parts = [
    `${site.brand}: ${title}`,
    ...(summary ? [summaryText(summary).join('\n')] : []),
    ...(answers ? answersText(answers) : []),
    ...paragraphs,
    ...entries.map((entry) => [entry.heading, ...entry.lines, entry.link].join('\n')),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...closing,
  ];
  return `${parts.join('\n\n')}\n`;
}

function Content({ summary, answers, paragraphs = [], entries, link, closing = [], limit }: EmailContent & { limit: number }) {
  return (
    <>
      {summary && <SummaryBlock {...summary} />}
      {answers && <AnswerBlocks {...answers} limit={limit} />}
      {paragraphs.map((text) => (
        <p key={text} {...styles.line}>
          <WithHelpline text={text} />
        </p>
      ))}
      {entries && <DigestEntries entries={entries} />}
      {link && (
        <p {...styles.buttonLine}>
          <a href={link.url} {...styles.open}>
            {link.label}
          </a>
        </p>
      )}
      {closing.map((text) => (
        // In an email from right to left the company's details are English.
        <p key={text} dir="auto" {...styles.closing}>
          {text}
        </p>
      ))}
    </>
  );
}

/** A text in which the number of the helpline is a link, so that a touch calls it. */
function WithHelpline({ text }: { text: string }) {
  const { display, tel } = site.helpline;
  const [before = '', after] = text.split(display);
  if (after === undefined) return <Lines text={text} />;
  return (
    <>
      {before}
      <a href={`tel:${tel}`} {...styles.phone}>
        {display}
      </a>
      {after}
    </>
  );
}

/**
 * The HTML of an email: the brand, and one panel with its title. It is laid out with tables, because Outlook supports width and
 * padding on nothing else.
 */
type LayoutProps = Pick<EmailContent, 'title' | 'isUrgent' | 'language'> & { children: ReactNode };

function Layout({ title, isUrgent, language, children }: LayoutProps) {
  return (
    <html lang={language?.code ?? 'en-GB'} dir={language?.dir ?? 'ltr'}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{darkStyles}</style>
      </head>
      <body {...styles.body}>
        <Table>
          <tr>
            <td {...styles.ground}>
              <Table style={styles.sheet.style}>
                <tr>
                  <td {...styles.band}>{site.brand}</td>
                </tr>
                <tr>
                  <td {...styles.panel}>
                    <h1 {...styles.title}>
                      {isUrgent && (
                        <>
                          <span {...styles.urgent}>URGENT</span>{' '}
                        </>
                      )}
                      <Title text={title} />
                    </h1>
                    {children}
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  );
}

/** A reference is not broken at its hyphen. */
function Title({ text }: { text: string }) {
  return text.split(/\b([0-9A-Z]{4}-[0-9A-Z]{4})\b/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} {...styles.reference}>
        {part}
      </span>
    ),
  );
}

function Table({ style = { border: 0 }, children }: { style?: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" align="center" style={style}>
      <tbody>{children}</tbody>
    </table>
  );
}

function DigestEntries({ entries }: { entries: DigestEntry[] }) {
  return entries.map(({ heading, lines, link }) => (
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
  ));
}

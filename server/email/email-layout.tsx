import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { site } from '#content/site.ts';
import { darkStyles, styles } from './email-styles.ts';
import { subjectLine } from './email-text.ts';
import { Summary, type TeamSummary, textOf } from './team-summary.tsx';

export type Rendered = { subject: string; html: string; text: string };

/** An e-mail of a few sentences with at most one link. */
export type PlainEmail = {
  subject: string;
  title: string;
  /** The summary of the submission, in e-mails to the team; its link leads to the desk. */
  summary?: TeamSummary;
  paragraphs: string[];
  link: { label: string; url: string } | null;
  /** Sentences after the link. */
  closing?: string[];
};

export function renderPlainEmail(email: PlainEmail): Rendered {
  const { subject, title, summary, paragraphs, link, closing = [] } = email;
  const parts = [
    `${site.brand}: ${title}`,
    ...(summary ? [textOf(summary).join('\n')] : []),
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...closing,
  ];
  return { subject: subjectLine(subject), html: renderLayout(title, <Content {...email} />), text: `${parts.join('\n\n')}\n` };
}

function Content({ summary, paragraphs, link, closing = [] }: PlainEmail) {
  return (
    <>
      {summary && <Summary {...summary} />}
      {paragraphs.map((text) => (
        <p key={text} {...styles.line}>
          <WithHelpline text={text} />
        </p>
      ))}
      {link && (
        <p {...styles.buttonLine}>
          <a href={link.url} {...styles.open}>
            {link.label}
          </a>
        </p>
      )}
      {closing.map((text) => (
        <p key={text} {...styles.closing}>
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

/** Text with a `<br>` for each line break, the only kind that Outlook shows. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => (index === 0 ? [line] : [<br key={String(index)} />, line]));
}

/**
 * The HTML of an e-mail: the brand, and one panel with this title. It is laid out with tables, because Outlook supports width and
 * padding on nothing else.
 */
export function renderLayout(title: string, content: ReactNode, options: { isUrgent?: boolean } = {}): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <Layout title={title} {...options}>
      {content}
    </Layout>,
  )}`;
}

function Layout({ title, isUrgent, children }: { title: string; isUrgent?: boolean; children: ReactNode }) {
  return (
    <html lang="en-GB" dir="ltr">
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
                      {title}
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

function Table({ style = { border: 0 }, children }: { style?: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" align="center" style={style}>
      <tbody>{children}</tbody>
    </table>
  );
}

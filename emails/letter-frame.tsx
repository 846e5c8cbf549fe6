import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import * as look from './look.ts';

/** The HTML of a letter: one panel with this title. In tables, because Outlook gives width and padding to nothing else. */
export function renderLetter(title: string, content: ReactNode): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Frame title={title}>{content}</Frame>)}`;
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en-GB" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
      </head>
      <body style={look.body}>
        <Table style={look.ground} table={look.table}>
          <Table style={look.panel} table={look.sheet}>
            <h1 style={look.title}>{title}</h1>
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

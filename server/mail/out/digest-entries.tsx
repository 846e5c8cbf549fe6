import { Fragment } from 'react';
import type { DigestEntry } from './email-content.ts';
import { styles } from './email-styles.ts';

export function DigestEntries({ entries }: { entries: DigestEntry[] }) {
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

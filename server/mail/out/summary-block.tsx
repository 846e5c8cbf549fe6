import { Fragment } from 'react';
import { styles } from './email-styles.ts';
import type { TeamSummary } from './team-summary.ts';

export function summaryText({ name, about, callBy, phones, link }: TeamSummary): string[] {
  return [
    ...[name, ...about],
    ...callBy.map(({ label, at }) => `${label}: ${at}`),
    ...phones.numbers.map(({ shown }) => `Call: ${shown}`),
    ...(phones.words ? [`Phone: ${phones.words}`] : []),
    `Open in the desk: ${link}`,
  ];
}

export function SummaryBlock({ name, about, callBy, phones, link }: TeamSummary) {
  return (
    <>
      <p {...styles.who} dir="auto">
        {name}
      </p>
      {about.length > 0 && (
        <p {...styles.facts} dir="auto">
          {about.map((line, index) => (
            <Fragment key={line}>
              {index > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      )}
      {callBy.length > 0 && (
        <p {...styles.facts}>
          {callBy.map(({ label, at }, index) => (
            <Fragment key={label}>
              {index > 0 && <br />}
              <span {...styles.label}>{label}: </span>
              <br />
              {index === 0 ? <strong>{at}</strong> : at}
            </Fragment>
          ))}
        </p>
      )}
      {phones.numbers.map(({ shown, call }) => (
        <p key={call} {...styles.buttonLine}>
          <a href={call} {...styles.call}>
            Call {shown}
          </a>
        </p>
      ))}
      {phones.words && (
        <p {...styles.facts} dir="auto">
          Phone: {phones.words}
        </p>
      )}
      <p {...styles.buttonLine}>
        <a href={link} {...styles.open}>
          Open in the desk
        </a>
      </p>
    </>
  );
}

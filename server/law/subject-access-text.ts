import { recordedActions } from '#server/claims/view/recorded-actions.ts';
import type { Export, ExportedSubmission } from './exported-submission.ts';

/** A subject access export for people to read. It has every value that the export for programs has. */
export function textOf({ about, by, exportedAt, submissions, notInThisFile }: Export): string {
  const count = submissions.length === 1 ? '1 submission' : `${submissions.length} submissions`;
  const head = [
    `What ${by} holds in the submissions found by ${about}`,
    `Exported ${exportedAt}: ${count}. Times are UTC.`,
    section('Not in this file', notInThisFile),
  ];
  return `${[...head, ...submissions.map(textOfOne)].join('\n\n')}\n`;
}

function textOfOne(one: ExportedSubmission): string {
  const title = `${one.form}, reference ${one.reference}`;
  return [
    `${title}\n${'='.repeat(title.length)}`,
    factsOf(one).join('\n'),
    ...one.sections.map(({ title: of, lines }) => section(of, lines.map(labelled))),
    ...one.mergedSubmissions.flatMap(
      ({ reference, receivedAt, receivedBy, sections, callPreference, withdrawn, erasureAnswer }) => [
        `Also sent as ${reference}, received ${receivedAt} by ${receivedBy}, and merged into this by our team.`,
        ...said(callPreference, (time) => `Wanted to be called: ${time}`),
        ...said(withdrawn, (at) => `Withdrawn ${at}.`),
        ...said(erasureAnswer, (answer) => `Answer to the request for erasure: ${answer}`),
        ...sections.map(({ title: of, lines }) => section(`${of} (${reference})`, lines.map(labelled))),
      ],
    ),
    section('Messages from the claimant', one.messages.map(lineOfMessage)),
    section('Files', one.files.flatMap(linesOfFile)),
    section(
      'Notes',
      one.notes.map(
        ({ at, by, text, removedAt }) => `${at} ${by}${removedAt ? ` (removed ${removedAt})` : ''}: ${indented(text)}`,
      ),
    ),
    section(
      'Corrected answers',
      one.corrections.map(
        ({ at, by, label, old, new: corrected, takenBack, takenBackBy }) =>
          `${at} ${by}, ${label}: ${indented(corrected || 'Not given')} (before: ${indented(old || 'Not given')})${
            takenBack ? `. Taken back ${takenBack} by ${takenBackBy}` : ''
          }`,
      ),
    ),
    section(
      'Attempts to make contact',
      one.attempts.map(
        ({ at, by, channel, direction, outcome, text, nextStep, takenBack, takenBackBy }) =>
          `${at} ${by}: ${outcome} (${channel}, ${direction})${text && `: ${indented(text)}`}${nextStep ? `. Next step ${nextStep}` : ''}${
            takenBack ? `. Taken back ${takenBack} by ${takenBackBy}` : ''
          }`,
      ),
    ),
    section('Emails', one.emails.flatMap(linesOfEmail)),
    section(
      'What was done',
      one.history.map(({ at, actor, text }) => `${at} ${actor}: ${text}`),
    ),
  ].join('\n\n');
}

function factsOf(one: ExportedSubmission): string[] {
  return [
    `Received ${one.receivedAt} by ${one.receivedBy}. Status: ${one.status}.`,
    ...said(one.sentBy, (name) => `Sent to us by ${indented(name)}.`),
    ...one.alsoSent.map(({ form, at }) => `Sent again ${at} as ${form}, and saved into this.`),
    ...said(one.promisedBy, (at) => `Contact promised by ${at}.`),
    ...said(one.ownTarget, (at) => `Our own target: ${at}.`),
    ...recordedActions.flatMap(({ name, title }) => {
      const action = one[name];
      return action ? [`${title} ${action.at} by ${action.by}.`] : [];
    }),
    ...said(one.notPursued, (at) => `Did not go ahead: closed ${at}.`),
    ...said(one.closingReason, (why) => `Why it was closed: ${indented(why)}`),
    ...said(one.callPreference, (text) => `Wants to be called: ${indented(text)}`),
    ...said(one.updatedByClaimant, (at) => `Last changed by the claimant ${at}.`),
    `Next step: ${one.nextStep.kind}${one.nextStep.at ? `, ${one.nextStep.at}` : ''}${one.nextStep.by ? `, ${one.nextStep.by}` : ''}.`,
    ...said(one.updateAnswered, (at) => `Answered what was sent until ${at}.`),
    ...said(one.updateSeen, (at) => `Last looked at after that ${at}.`),
    ...said(one.linkRevoked, (at) => `Private link ended ${at}.`),
    ...said(one.withdrawn, (at) => `Withdrawn ${at}.`),
    ...said(one.erasureRequested, (at) => `Erasure requested ${at}.`),
    ...(one.erasureAnswer
      ? [`Answered ${one.erasureAnswer.at} by ${one.erasureAnswer.by}: ${indented(one.erasureAnswer.reason)}`]
      : []),
    ...said(one.assignedTo, (name) => `Assigned to ${name}.`),
    ...(one.quarantine ? [`In quarantine since ${one.quarantine.at}: ${one.quarantine.reason}.`] : []),
  ];
}

function linesOfFile(file: ExportedSubmission['files'][number]): string[] {
  const { name, size, mediaType, sha256, begunAt, receivedAt, addedBy, source, takenBackBy } = file;
  const ofItself = [
    ['taken', file.takenAt?.replace('Z', ' (UTC, or as the camera’s clock said)') ?? null],
    ['place', file.latitude === null || file.longitude === null ? null : `${file.latitude}, ${file.longitude}`],
    ['camera', file.camera],
    ['size', file.width === null || file.height === null ? null : `${file.width} × ${file.height}`],
    ['milliseconds', file.durationMs],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));
  const removed =
    takenBackBy === null
      ? file.removedAt && `Removed by the claimant ${file.removedAt}, and kept`
      : `Taken back by ${takenBackBy} ${file.removedAt}, and erased thirty days later`;
  return [
    `${name}: ${mediaType}, ${size} bytes, received ${receivedAt} (begun ${begunAt}), added by ${addedBy}${source === null ? '' : ` (${source})`}`,
    `  SHA-256 ${sha256}`,
    ...(ofItself.length > 0 ? [`  It says of itself: ${indented(ofItself.join('; '))}`] : []),
    ...[removed, file.notGivenOut, file.virus, file.aboutPreview].flatMap((sentence) =>
      sentence ? [`  ${indented(sentence)}`] : [],
    ),
  ];
}

function linesOfEmail({ writtenAt, kind, to, state, settledAt, attempts }: ExportedSubmission['emails'][number]): string[] {
  return [
    `${writtenAt} ${kind} to ${to}: ${state}${settledAt ? ` ${settledAt}` : ''}`,
    ...attempts.map(({ at, outcome, detail }) => `  ${at} ${outcome}: ${indented(detail)}`),
  ];
}

function lineOfMessage(message: ExportedSubmission['messages'][number]): string {
  const { at, direction, channel, by, address, replyTo, subject, text, state, answered } = message;
  const about = [
    `${direction} by ${channel}`,
    state,
    ...said(by, (name) => `written by ${name}`),
    ...said(address, (other) => `${direction === 'in' ? 'from' : 'to'} ${other}`),
    ...said(replyTo, (other) => `answers to ${other}`),
    ...said(subject, (title) => `subject ${title}`),
    ...said(answered, (time) => `answered ${time}`),
  ];
  return `${at} (${indented(about.join(', '))}): ${indented(text)}`;
}

function said(value: string | null, sentence: (value: string) => string): string[] {
  return value ? [sentence(value)] : [];
}

function labelled({ label, value }: { label: string; value: string }): string {
  return `${label}: ${indented(value)}`;
}

function section(title: string, lines: readonly string[]): string {
  return `${title}\n${'-'.repeat(title.length)}\n${lines.length > 0 ? lines.join('\n') : 'None'}`;
}

function indented(text: string): string {
  return text.replaceAll(/\r?\n/g, '\n    ');
}

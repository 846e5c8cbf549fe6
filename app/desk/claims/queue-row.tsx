import { useState } from 'react';
import { Link } from 'react-router';
import type { Looker } from '#server/claims/inbox/event-streams.ts';
import type { QueueRow as Row } from '#server/claims/queue/read-queue.ts';
import { soonMs, span } from '../times.ts';
import { manyForm } from './many-bar.tsx';
import { kindTexts } from './next-step.tsx';

type Props = {
  row: Row;
  now: number;
  to: string;
  staffId: string;
  isOpen: boolean;
  /** It was open until now: the way back puts the focus on it. */
  wasOpen: boolean;
  /** The key that opens it: j from the row above, k from the one below. */
  dataKey: 'j' | 'k' | undefined;
  lookers: Looker[];
  /** How the call ended that is being saved. */
  saving: string | null;
};

/** A row of the queue in two lines, which is one link. */
export function QueueRow({ row, now, to, isOpen, wasOpen, dataKey, saving, ...others }: Props) {
  const { id, reference, name, registration, phone, about } = row;
  const colleague = colleagueText(row, now, others);
  return (
    <li
      className="queue-row"
      id={`queue-${id}`}
      data-reference={reference}
      data-open={isOpen || undefined}
      data-saving={saving === null ? undefined : ''}
    >
      <ChooseRow row={row} dataKey={isOpen ? 'x' : undefined} />
      <span className={`queue-row-due queue-row-due-${toneOf(row, now)}`}>{saving ?? dueText(row, now)}</span>
      <Link
        to={to}
        className="queue-row-name row-link"
        prefetch="none"
        aria-current={isOpen || undefined}
        data-key={dataKey}
        data-page-focus={wasOpen || undefined}
      >
        <bdi>{name || 'No name given'}</bdi>
      </Link>
      <span className="queue-row-facts">{factsOf(row, others.staffId).join(' · ')}</span>
      <span className="queue-row-about">
        {colleague && <strong className="queue-row-colleague">{colleague} </strong>}
        <bdi>{[registration, phone, about].filter(Boolean).join(' · ')}</bdi>
      </span>
    </li>
  );
}

/** Chooses the claim for an act on several. It posts the state in which the claim was chosen, whatever a live update shows since. */
function ChooseRow({ row: { id, name, reference, seen }, dataKey }: { row: Row; dataKey: 'x' | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <input
      type="checkbox"
      form={manyForm}
      name="row"
      value={`${id} ${chosen ?? seen}`}
      onChange={({ target }) => setChosen(target.checked ? seen : null)}
      className="queue-check"
      aria-label={`Choose ${name || reference}`}
      data-key={dataKey}
      aria-keyshortcuts={dataKey}
    />
  );
}

/** How long until the next step, or since: such as "in 12 min" or "2 h late". */
export function dueText({ next, needsReply, isWithdrawn, isUrgent, createdAt }: Row, now: number): string {
  if (!next) return 'closed';
  if (isWithdrawn) return 'withdrawn';
  if (isUrgent && next.kind === 'first call') return `waits ${span(now - createdAt)}`;
  if (needsReply && next.at > now) return 'reply';
  return next.at > now ? `in ${span(next.at - now)}` : `${span(now - next.at)} late`;
}

function toneOf({ next, needsReply, band, isWithdrawn }: Row, now: number): 'late' | 'soon' | 'calm' {
  if (!next) return 'soon';
  if (isWithdrawn || band === 'later') return 'calm';
  if (band === 'now' || next.at <= now) return 'late';
  return needsReply || next.at - now < soonMs ? 'soon' : 'calm';
}

/** What is short: the kind of step where it is not the first call, how often it was tried, the language, and whose it is. */
function factsOf(
  { next, needsReply, isUrgent, isConsentTakenBack, attemptCount, sameCount, language, assignedTo, cover }: Row,
  staffId: string,
): string[] {
  const nameOf = (person: { id: string; name: string }) => (person.id === staffId ? 'Mine' : firstName(person.name));
  const owner = next?.by ?? assignedTo;
  const covered = cover && `${cover.by ? nameOf(cover.by) : 'Anybody'} for ${firstName(cover.of)}`;
  return [
    isConsentTakenBack ? 'Consent taken back' : '',
    isUrgent ? 'Roadside' : '',
    next && next.kind !== 'first call' ? kindTexts[next.kind] : '',
    needsReply ? 'Message' : '',
    attemptCount > 0 ? `tried ${attemptCount}×` : '',
    sameCount > 1 ? `sent ${sameCount}×` : '',
    language ?? '',
    covered ?? (owner ? nameOf(owner) : ''),
  ].filter(Boolean);
}

const firstName = (name: string) => name.split(' ')[0] ?? '';

function colleagueText({ id, next }: Row, now: number, { lookers, staffId }: Pick<Props, 'lookers' | 'staffId'>): string {
  const calling = next?.calling;
  if (calling && calling.until > now && calling.id !== staffId) return `${calling.name} is calling.`;
  const text = lookersText(lookers, id);
  return text && `${text}.`;
}

/** Who types on the page of a claim, or else who has it open. */
export function lookersText(lookers: Looker[], id: string): string {
  const here = lookers.filter(({ at }) => at === id);
  const writers = here.filter(({ writes }) => writes);
  const names = (writers.length > 0 ? writers : here).map(({ name }) => name).join(', ');
  if (names === '') return '';
  if (writers.length > 0) return `${names} ${writers.length === 1 ? 'writes' : 'write'}`;
  return `${names} ${here.length === 1 ? 'looks' : 'look'} at it`;
}

import { Link } from 'react-router';
import { PrintButton } from '#app/ui/print-button.tsx';
import { SummaryList } from '#app/ui/summary-list.tsx';
import type { Block } from '#forms/answers.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { ago } from '../times.ts';
import { mapAt } from './evidence-facts.tsx';
import { ActionButton } from './next-steps.tsx';

/** Everything that was sent, in the form's own sections. */
export function AnswerBlocks({ blocks }: { blocks: Block[] }) {
  return blocks.map(({ title, lines }) => (
    <section key={title} className="card answer-sheet">
      <h2>{title}</h2>
      <SummaryList lines={lines} after={(value) => <MapLink text={value} />} />
    </section>
  ));
}

function MapLink({ text }: { text: string }) {
  const href = mapLink(text);
  if (href === null) return null;
  return (
    <>
      {' '}
      <a href={href} target="_blank" rel="noopener noreferrer" className="nowrap not-printed">
        Show on a map<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}

/** The address of a map for coordinates such as 51.53920, 0.08010, which phones fill in; null where there are none. */
export function mapLink(text: string): string | null {
  const [, latitude, longitude] = /(?<![\d.])(-?\d{1,2}\.\d{4,8}), ?(-?\d{1,3}\.\d{4,8})(?![\d.])/.exec(text) ?? [];
  if (Math.abs(Number(latitude ?? Number.NaN)) > 90 || Math.abs(Number(longitude)) > 180 || latitude === undefined) return null;
  return mapAt(latitude, longitude ?? '');
}

export function Others({ others, now }: { others: SubmissionView['others']; now: number }) {
  if (others.length === 0) return null;
  return (
    <section className="card" aria-labelledby="others">
      <h2 id="others">Also from this person or about this car</h2>
      <ul>
        {others.map(({ id, reference, form, createdAt, status }) => (
          <li key={id}>
            <Link to={`/desk/submissions/${id}`}>{reference}</Link> {form}, {ago(now - createdAt)}, {status}
          </li>
        ))}
      </ul>
    </section>
  );
}

const sources: Record<string, string> = {
  function: 'by the form on the website',
  page: 'by the form on the website, without JavaScript',
  rest: 'by another program',
  phone: 'by phone, entered by staff',
  'walk-in': 'in person, entered by staff',
  email: 'by email, entered by staff',
  whatsapp: 'by WhatsApp, entered by staff',
};

/** Who did what, newest first, and last how it came. */
export function History({ events, cameBy, createdAt }: { events: SubmissionView['history']; cameBy: string; createdAt: number }) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">
        History <span className="muted">newest first</span>
      </h2>
      <ol className="history">
        {withoutRepeats(events).map(({ at, actor, text, undo }, index) => (
          // Two events of one millisecond differ only by their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={`${at}-${index}`}>
            <time dateTime={new Date(at).toISOString()}>{shortLondonMoment(at)}</time> {actor}, {text}{' '}
            {undo && (
              <ActionButton action={undo} className="button-link not-printed">
                Take back<span className="sr-only">: {text}</span>
              </ActionButton>
            )}
          </li>
        ))}
        <li>
          <time dateTime={new Date(createdAt).toISOString()}>{shortLondonMoment(createdAt)}</time> came{' '}
          {sources[cameBy] ?? cameBy}
        </li>
      </ol>
      <PrintButton className="button-quiet">Print</PrintButton>
    </section>
  );
}

/** Actions that are often repeated: of several in a row by one person the last is enough. */
const repeatedActions = ['submission viewed', 'evidence received', 'evidence viewed', 'evidence downloaded', 'email downloaded'];

function withoutRepeats(events: SubmissionView['history']): SubmissionView['history'] {
  return events.filter(({ action, actor }, index) => {
    const later = events[index - 1];
    return !repeatedActions.includes(action) || later?.action !== action || later.actor !== actor;
  });
}

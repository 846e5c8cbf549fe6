import { useEffect, useState } from 'react';
import type { OpeningHours } from '#content/opening-hours.ts';
import { londonMoment } from '#forms/london-day.ts';

type Props = { id: string; line: string; now: number; hours: OpeningHours };

/** Under a line of text: the time that is read at its end, before it is saved, and a button for a text that only looks like a time. */
export function NextTime({ id, line, now, hours, dataKey }: Props & { dataKey?: string }) {
  const reader = useReader();
  const [notTime, setNotTime] = useState('');
  const { phrase, at } = reader?.readTime(line, now, hours) ?? { phrase: '', at: null };
  const isOff = phrase !== '' && phrase === notTime;
  useEffect(() => {
    if (line === '') setNotTime('');
  }, [line]);
  return (
    <div className="acts-hint cluster">
      <p id={id} role="status">
        {at === null
          ? 'It may end with a time: t10 (tomorrow at ten), +2h, fri 9, 12 Dec 10am, at 18:30.'
          : isOff
            ? `Not a time: ${phrase}.`
            : `Next: ${nextTimeText(at)}.`}
      </p>
      {at !== null && (
        <button
          type="button"
          className="button-link"
          data-key={dataKey}
          aria-keyshortcuts={dataKey}
          onClick={() => setNotTime(isOff ? '' : phrase)}
        >
          {isOff ? 'It is a time' : 'Not a time'}
        </button>
      )}
      {isOff && <input type="hidden" name="noTime" value="on" />}
    </div>
  );
}

/** Under a field that has a time and nothing else: what is read there, and `hint` while it is empty. */
export function TimeAlone({ id, line, now, hours, hint }: Props & { hint: string }) {
  return (
    <p id={id} className="muted" role="status">
      {line === '' ? hint : <ReadAlone line={line} now={now} hours={hours} />}
    </p>
  );
}

function ReadAlone({ line, now, hours }: Omit<Props, 'id'>) {
  const reader = useReader();
  const at = reader?.readTimeAlone(line, now, hours) ?? null;
  if (at !== null) return `Next: ${nextTimeText(at)}.`;
  return reader && 'That is no time yet: t10, +2h, fri 9, 12 Dec 10am or 18:30.';
}

type Reader = typeof import('#forms/typed-time.ts');

/** Reads times as the server does. What it needs for that is fetched with the line, and not with the first screen of the desk. */
function useReader(): Reader | null {
  const [reader, setReader] = useState<Reader | null>(null);
  useEffect(() => {
    let isGone = false;
    // Without it the line is read when it is saved.
    import('#forms/typed-time.ts').then(
      (loaded) => isGone || setReader(loaded),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return reader;
}

/** A time within a year, such as "Sat 12 Dec, 10:00". */
function nextTimeText(at: number): string {
  return londonMoment(at).replace(/^(...)\w* (\d+ ...)\w*/, '$1 $2');
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { InboxRow } from '#server/claims/view/submission-reader.ts';
import { useArrowKeys } from '../use-arrow-keys.ts';
import { readSessionAgain } from '../use-live-updates.ts';

/** What was found for what is in the field: rows, nothing to look for yet, or no answer. */
type Found = { text: string; rows: InboxRow[] } | 'too short' | 'offline';

/**
 * Searches all claims from every page but the list of all claims, which has a search of its own. The first rows come while one types,
 * in the place of the queue; Enter, and a page without scripts, opens the list.
 */
export function DeskSearch() {
  const { pathname, key } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Found>('too short');
  const search = useLatestSearch(setFound);
  const list = useArrowKeys<HTMLDivElement>('a');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened from the list takes its place
  useEffect(() => setFound('too short'), [key]);
  if (pathname === '/desk/all') return null;

  function close() {
    setFound('too short');
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && found !== 'too short') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    if (event.key !== 'ArrowDown' || event.target !== field.current) return;
    event.preventDefault();
    list.current?.querySelector('a')?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the field and the links in it
    <div className="desk-search" onKeyDown={onKeyDown}>
      <Form action="/desk/all" role="search" aria-label="All claims">
        <label htmlFor="desk-search" className="sr-only">
          Search all claims
        </label>
        <input
          ref={field}
          id="desk-search"
          name="q"
          className="input"
          placeholder="Search: name, phone, plate…"
          data-key="/"
          autoComplete="off"
          onChange={({ target }) => search(target.value)}
        />
      </Form>
      <p role="status" className="sr-only">
        {typeof found === 'object' && countText(found.rows.length)}
      </p>
      <div ref={list} className="desk-found" hidden={found === 'too short'}>
        {found === 'offline' && (
          <p className="callout callout-danger" role="alert">
            No answer came. The desk works only online: what you typed stays, so try again when you are.
          </p>
        )}
        {typeof found === 'object' && <FoundRows {...found} />}
      </div>
    </div>
  );
}

/** Returns the function to call with what is typed: only the newest of its searches is shown. */
function useLatestSearch(onFound: (found: Found) => void): (text: string) => void {
  const running = useRef<AbortController | null>(null);
  return (typed) => {
    const text = typed.trim();
    running.current?.abort();
    const request = new AbortController();
    running.current = request;
    if (text === '') return onFound('too short');
    void fetch('/desk/search', { method: 'POST', body: new URLSearchParams({ q: text }), signal: request.signal })
      .then(async (response): Promise<Found | null> => {
        if (response.redirected) {
          readSessionAgain();
          return null;
        }
        if (!response.ok) return 'offline';
        const rows: InboxRow[] | null = await response.json();
        return rows === null ? 'too short' : { text, rows };
      })
      .catch((): Found => 'offline')
      .then((found) => {
        if (found !== null && !request.signal.aborted) onFound(found);
      });
  };
}

function FoundRows({ text, rows }: { text: string; rows: InboxRow[] }) {
  return (
    <>
      <ol aria-label="Found">
        {rows.map(({ id, reference, name, phone, summary, createdAt, status }) => (
          <li key={id} className="found-row" data-reference={reference}>
            <Link to={`/desk/submissions/${id}`} className="row-link" prefetch="none">
              <bdi>{name || 'No name given'}</bdi>
            </Link>
            <span>
              {reference} · {status} · {shortLondonMoment(createdAt)}
            </span>
            <bdi className="muted">{[summary, phone].filter(Boolean).join(' · ')}</bdi>
          </li>
        ))}
      </ol>
      <p className="muted">
        {countText(rows.length)} <Link to={`/desk/all?${new URLSearchParams({ q: text })}`}>Show all that match</Link>
      </p>
    </>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nothing matches.';
  return count === 1 ? 'One claim.' : `The newest ${count}.`;
}

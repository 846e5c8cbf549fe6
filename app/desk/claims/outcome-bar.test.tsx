// Protects: how a call ended, and when the next is, is one form by keyboard: a key for each outcome, one for the line of text.
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { OutcomeBar } from './outcome-bar.tsx';

const now = Date.UTC(2026, 10, 20, 10);
const view = { attemptCount: 2, next: null } as SubmissionView;
const draft = { staffId: 'olu', submissionId: 'one' };

function render(unsavedLine = ''): string {
  const element = <OutcomeBar view={view} now={now} hours="always" unsavedLine={unsavedLine} draft={draft} saved={null} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test('the keys 1 to 4 send the outcomes, 5 leads to closing, o to the line, and nothing else has to be said', () => {
  const html = render();
  const named = (name: string) =>
    [...html.matchAll(/<(?:button|input)[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(`name="${name}"`));
  const keysOf = (name: string) => named(name).map((tag) => [/data-key="(.)"/.exec(tag)?.[1], /value="([^"]*)"/.exec(tag)?.[1]]);
  expect(keysOf('outcome')).toEqual([
    ['1', 'spoke'],
    ['2', 'no-answer'],
    ['3', 'left-message'],
    ['4', 'wrong-number'],
  ]);
  expect(html).toMatch(/<a [^>]*href="#close" data-key="5"/);
  expect(keysOf('line')).toEqual([['o', '']]);
  expect(named('outcome').every((tag) => tag.includes('type="submit"'))).toBe(true);
  expect(html.match(/<form/g)).toHaveLength(1);
  expect(html).not.toContain('required');
});

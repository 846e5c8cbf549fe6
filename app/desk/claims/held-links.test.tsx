// Protects: nothing that calls, writes to or acts on a claim is pressed within 1.5 s of the claim taking the place of another one.
import { Window } from 'happy-dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { holdPresses } from '#app/ui/submit-button.tsx';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import { SubmissionHead } from './submission-head.tsx';

const now = Date.UTC(2026, 10, 20, 10);
const view = {
  id: 'one',
  reference: '7F4M-9TQX',
  form: 'Make a Claim',
  data: {},
  createdAt: now,
  sender: { name: 'Aoife', email: 'aoife@example.com' },
  phones: { words: '', numbers: [{ shown: '07700 900101', call: 'tel:+447700900101', whatsapp: 'https://wa.me/447700900101' }] },
  claimant: { callPreference: '' },
  next: { kind: 'first call', at: now, by: null, calling: null },
  others: [],
  completeness: null,
  assignedTo: null,
  attemptCount: 0,
} as unknown as SubmissionView;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('calls, WhatsApp, writing and acts wait, and then lead on', async () => {
  const window = new Window();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent: string[] = [];
  const root = createRoot(window.document.body as never);
  const element = <SubmissionHead view={view} now={now} staffId="olu" lookers={[]} />;
  const router = createMemoryRouter([{ path: '*', element, action: ({ request }) => sent.push(request.url) }]);

  await act(async () => root.render(<RouterProvider router={router} />));
  const all = () => [...window.document.querySelectorAll('.contact-actions :is(a, button)')];
  const states = () => all().map((one) => [one.textContent?.replace(/\s+/g, ' ').trim(), one.getAttribute('aria-disabled')]);
  /** Which of them led nowhere: what the page does not prevent, the browser would follow. */
  const isPrevented = (one: ReturnType<typeof all>[number] | undefined) =>
    !one?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  const names = ['Call 07700 900101', 'WhatsApp (opens in a new tab)', 'Write', 'Make it mine'];

  await act(async () => holdPresses());
  expect(states()).toEqual(names.map((name) => [name, 'true']));
  expect([all().map(isPrevented), router.state.location.pathname, sent]).toEqual([names.map(() => true), '/', []]);
  await act(async () => vi.advanceTimersByTime(1_500));
  expect(states()).toEqual(names.map((name) => [name, null]));
  await act(async () => void isPrevented(all()[2]));
  expect(router.state.location.pathname).toBe('/desk/submissions/one/reply');
  await act(async () => root.unmount());
});

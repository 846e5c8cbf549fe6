// Protects: of what is no longer sent by itself nothing is said that nobody can know.
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Unsent } from '#app/waiting/attempt.ts';
import type { WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import { messagesPath } from '#forms/evidence-rules.ts';
import { english, WaitingItem } from './waiting-item.tsx';
import { waitingList } from './waiting-list.ts';
import { ClaimPageNote } from './waiting-message.tsx';
import { AlreadyHere } from './waiting-panel.tsx';

beforeEach(() => void vi.stubGlobal('location', new URL('https://kerbside.example/faq')));

afterEach(() => vi.unstubAllGlobals());

const attempt = { kind: 'refused' as const, message: 'That is more than we can take in one message.' };
const submission: WaitingSubmission = {
  key: 'k'.repeat(32),
  url: '/functions/v1/send-form-email',
  body: '{}',
  what: 'claim',
  slug: 'claim',
  path: '/make-a-claim',
  createdAt: Date.now(),
  photographs: 0,
  state: { kind: 'refused', attempt },
};
const old: WaitingSubmission = { ...submission, createdAt: 0, state: { kind: 'waiting' } };
const unknown = 'We have not answered one attempt, so we cannot tell yet whether it has arrived.';

const textOf = (one: WaitingSubmission, unsent: Unsent | null) => {
  const last = unsent === null ? undefined : { at: 0, unsent };
  return renderToStaticMarkup(<WaitingItem submission={{ ...one, last }} t={english} />);
};

test.each([
  ['was refused', submission, attempt.message],
  ['is old', old, 'It has waited for more than 30 days'],
])('What %s, and may have arrived by an answer that was lost, is not called unsent', (_, one, sentence) => {
  for (const unsent of [{ kind: 'unreachable' }, { kind: 'foreign' }] satisfies Unsent[]) {
    expect(textOf(one, unsent)).toContain(unknown);
    expect(textOf(one, unsent)).not.toMatch(/not sent(?! by itself)/i);
    expect(textOf(one, unsent)).toContain(sentence);
  }
  // An earlier attempt than the last was lost.
  const offline = { kind: 'unreachable', isOffline: true } as const;
  expect(textOf({ ...one, mayHaveArrived: true }, offline)).toContain(unknown);
  for (const unsent of [
    null,
    { kind: 'unreachable', isOffline: true },
    { kind: 'later', message: '', retryAfterSeconds: null },
  ] satisfies (Unsent | null)[]) {
    expect(textOf(one, unsent)).not.toContain(unknown);
    expect(textOf(one, unsent)).not.toMatch(/not sent(?! by itself)/i);
  }
});

test('No note on a message says that it is sent while no page of ours is open, which most browsers cannot do', () => {
  const message = { ...submission, url: messagesPath, what: 'message' as const, state: { kind: 'waiting' as const } };
  vi.spyOn(waitingList, 'readOnServer').mockReturnValue({ ...waitingList.read(), waiting: [message] });
  const note = renderToStaticMarkup(<ClaimPageNote reload={async () => {}} />);
  expect(note).toContain('your message');
  expect(note).toContain('Keep this page open if you can.');
  expect(note).not.toContain('also when you have closed');
});

const waiting: WaitingSubmission = { ...submission, state: { kind: 'waiting' } };
const reasons: [string, Unsent][] = [
  ['There is no connection.', { kind: 'unreachable', isOffline: true }],
  ['No answer came, so we do not know whether it has arrived.', { kind: 'unreachable' }],
  [
    'Our server cannot take it just now. Very many messages.',
    { kind: 'later', message: 'Very many messages.', retryAfterSeconds: null },
  ],
  ['Another page answered instead of ours. Does this Wi-Fi want you to sign in first?', { kind: 'foreign' }],
];

test.each(reasons)('It says why it waits, and nothing else: %s', (sentence, unsent) => {
  const text = textOf(waiting, unsent).replaceAll(/<[^>]+>/g, '');
  expect(reasons.map(([other]) => other).filter((other) => text.includes(other))).toEqual([sentence]);
  expect(text).toContain(sentence.startsWith('There is no') ? 'as soon as there is a connection' : 'by mistake');
});

test('Photographs of another claim than that of the receipt on the screen have the reference and the link of theirs', () => {
  const link = 'https://kerbside.example/your-claim/token';
  const receipt = { kind: 'accepted' as const, reference: '7F4M-9TQX', createdAt: null, link };
  const accepted: WaitingSubmission = { ...submission, photographs: 1, state: { kind: 'accepted', receipt } };
  const text = renderToStaticMarkup(<AlreadyHere submission={accepted} />);
  expect(text).toContain('7F4M-9TQX');
  expect(text).toContain(`href="${link}"`);
});

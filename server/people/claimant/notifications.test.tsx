// Protects: every action of staff, claimants and jobs notifies the claimant as defined, and of nothing else, by email, on their page and in its history.
import { expect, test } from 'vitest';
import { afterClosing } from '#content/after-closing.ts';
import { periods } from '#content/retention-periods.ts';
import { hour } from '#forms/durations.ts';
import type { ActionName } from '#server/claims/actions/actions.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { type Act, claimant, type NotificationCase, openNotified, staff, undo } from '#testing/notified-claimant.tsx';

const databases = testDatabases();

const call = (outcome: string, fields: object = {}) => staff('contact attempted', { outcome, line: '', ...fields });
const write = staff('message written', { subject: 'Your claim', text: 'Yes.', key: 'k', line: '' });
const asks = claimant('message', { text: 'May I keep the car?' });

const spoken = [
  'We have spoken to you about your claim. If that was not you, please call us.',
  'Next we agree what you need: a vehicle, repairs, or neither.',
];
const inTouch = 'We have been in touch with you. If we asked you for something, add it below. Any question? Call';
const willCall = 'Next, we will call you by THEN';
const why = 'Your own insurer repairs the car.';
const isClosed = `We have closed this claim. Why: ${why}`;
const closed = [
  `Why: ${why}`,
  ...afterClosing,
  'Think we are wrong? Call us, or use our complaints procedure: $site/complaints.',
];
const openAgain = ['We are working on your claim again, and will be in touch.'];
const answered = ['We have answered your request to erase your data. Our answer is on the page of your claim.'];
const noConsent = 'You took your consent back, so we contact you only if you ask us to.';
const consentBack =
  'You took your consent back. We stop sharing your details, unless an agreement you signed, or the law, still requires it. We tell you if so.';
const withdrawn = 'You have withdrawn this claim, and we have stopped working on it.';

const ofStaff: Record<ActionName, NotificationCase[]> = {
  contacted: [{ act: staff('contacted'), page: inTouch, history: ['We contacted you.'] }],
  'contact undone': [
    { before: [staff('contacted')], act: staff('contact undone') },
    { before: [call('spoke')], act: staff('contact undone') },
  ],
  'contact attempted': [
    { act: call('spoke'), email: spoken, page: inTouch, history: ['We spoke to you.'] },
    {
      before: [asks, write],
      act: call('spoke'),
      email: spoken,
      page: inTouch,
      history: ['We answered your message.', 'We spoke to you.'],
    },
    {
      before: [staff('closed', { why })],
      act: async (claim) => [await staff('reopened')(claim), await call('spoke')(claim)],
      email: [...spoken, ...openAgain],
      page: inTouch,
      history: ['We spoke to you.'],
    },
    { before: [call('spoke')], act: call('spoke'), page: inTouch, history: ['We spoke to you.', 'We spoke to you.'] },
    { act: call('no-answer') },
    { act: call('left-message'), page: 'We rang you and left a message:', history: ['We rang you and left a message.'] },
    {
      before: Array.from({ length: 4 }, () => call('no-answer')),
      act: call('left-message'),
      page: 'We rang you and left a message: [^.]*. To talk to us sooner, call',
      history: ['We rang you and left a message.'],
    },
    { act: call('left-message', { channel: 'sms', words: 'Please call us.' }) },
    { act: call('wrong-number') },
  ],
  'attempt undone': [{ before: [call('spoke')], act: undo }],
  'message written': [
    { before: [asks], act: write, email: ['reply'], page: willCall, history: ['We answered your message.'] },
    { act: write, email: ['reply'], page: willCall, history: ['We wrote to you.'] },
    {
      before: [call('no-answer'), asks, ({ jobsOf }) => jobsOf(3 * hour)],
      act: write,
      email: ['reply'],
      page: inTouch,
      history: ['We answered your message.'],
    },
    {
      before: [call('spoke'), asks],
      act: write,
      email: ['reply'],
      page: inTouch,
      history: ['We spoke to you.', 'We answered your message.'],
    },
  ],
  'message taken back': [{ act: async (claim) => [await write(claim), await undo(claim)] }],
  closed: [
    ...[{}, { pursued: 'no' }, { pursued: 'not for us' }].map((how) => ({
      act: staff('closed', { ...how, why }),
      email: closed,
      page: isClosed,
      history: ['We closed your claim.'],
    })),
    {
      before: [claimant('withdraw', { confirm: 'yes' })],
      act: staff('closed'),
      page: withdrawn,
      history: ['You withdrew your claim.', 'We closed your claim.'],
    },
    {
      before: [staff('closed', { why: 'It is settled.' })],
      act: async (claim) => [await staff('reopened')(claim), await staff('closed', { why })(claim)],
      email: closed,
      page: isClosed,
      history: ['We closed your claim.'],
    },
    {
      before: [staff('closed', { why }), staff('reopened')],
      act: undo,
      email: closed,
      page: isClosed,
      history: ['We closed your claim.'],
    },
  ],
  reopened: [{ before: [staff('closed', { why })], act: staff('reopened'), email: openAgain }],
  'withdrawal undone': [{ before: [claimant('withdraw', { confirm: 'yes' })], act: staff('withdrawal undone') }],
  quarantined: [{ act: staff('quarantined') }],
  released: [{ before: [staff('quarantined')], act: staff('released') }],
  'call begun': [{ act: staff('call begun', { seen: null }) }],
  'call ended': [{ before: [staff('call begun', { seen: null })], act: staff('call ended') }],
  'next step set': [{ act: staff('next step set', { line: '+2h' }) }],
  'no reply needed': [{ before: [asks], act: staff('no reply needed') }],
  'reply needed': [{ before: [asks, staff('no reply needed')], act: staff('reply needed') }],
  assigned: [{ act: staff('assigned', { to: olu.id, from: null, text: '' }) }],
  'note added': [{ act: staff('note added', { text: 'Sounded tired.' }) }],
  'note removed': [{ before: [staff('note added', { text: 'Sounded tired.' })], act: undo }],
  'note restored': [{ before: [staff('note added', { text: 'Sounded tired.' }), undo], act: undo }],
  'answers corrected': [
    { act: staff('answers corrected', { answers: JSON.stringify({ firstName: [aoife.firstName, 'Aoife R'] }) }) },
  ],
  'correction undone': [
    { before: [staff('answers corrected', { answers: JSON.stringify({ firstName: [aoife.firstName, 'Aoife R'] }) })], act: undo },
  ],
  merged: [{ act: async ({ does, other }) => does({ type: 'merged', other: await other() }) }],
  'merge undone': [{ before: [async ({ does, other }) => does({ type: 'merged', other: await other() })], act: undo }],
  'link revoked': [{ act: staff('link revoked') }],
  'link renewed': [{ act: staff('link renewed'), email: ['new-link'] }],
  'erasure declined': [
    {
      before: [claimant('erasure', { confirm: 'yes' })],
      act: staff('erasure declined', { reason: 'The law.' }),
      email: answered,
    },
  ],
  'erasure answer undone': [
    {
      before: [claimant('erasure', { confirm: 'yes' }), staff('erasure declined', { reason: 'The law.' })],
      act: staff('erasure answer undone'),
    },
  ],
  'erasure request withdrawn': [
    { before: [claimant('erasure', { confirm: 'yes' })], act: staff('erasure request withdrawn', { reason: 'By phone.' }) },
  ],
  'kept longer': [
    { act: staff('kept longer'), history: ['We keep your claim for as long as somebody who was hurt can still go to court.'] },
  ],
  'no longer kept longer': [{ before: [staff('kept longer')], act: staff('no longer kept longer') }],
  'consent spoken': [{ act: staff('consent spoken'), history: ['You agreed when we spoke.'] }],
  'consent written': [
    { act: staff('consent written'), history: ['You agreed in your message to us.'] },
    { before: [staff('consent spoken')], act: staff('consent written'), history: ['You agreed in your message to us.'] },
    { before: [staff('consent taken back')], act: staff('consent written'), history: ['You agreed in your message to us.'] },
  ],
  'consent taken back': [{ act: staff('consent taken back'), page: noConsent, history: [consentBack] }],
  'email sent again': [
    {
      act: async ({ does, acknowledged }) => does({ type: 'email sent again', emailId: await acknowledged() }),
      email: ['acknowledgement'],
    },
  ],
  'action undone': [
    { before: [staff('consent spoken'), staff('consent taken back')], act: undo, history: ['You agreed when we spoke.'] },
    { before: [staff('contacted'), staff('contact undone')], act: undo, page: inTouch, history: ['We contacted you.'] },
  ],
};

const ofClaimants: Record<string, NotificationCase> = {
  message: { act: asks },
  call: { act: claimant('call', { time: 'Evening', note: '' }) },
  phone: { act: claimant('phone', { phone: '07700 900321' }) },
  answers: { act: claimant('answers', { additionalInfo: 'It rained.' }) },
  section: { act: claimant('section', { additionalInfo: 'It rained.' }) },
  file: { act: ({ addFile }) => addFile() },
  withdraw: { act: claimant('withdraw', { confirm: 'yes' }), page: withdrawn, history: ['You withdrew your claim.'] },
  continue: { before: [claimant('withdraw', { confirm: 'yes' })], act: claimant('continue') },
  erasure: { act: claimant('erasure', { confirm: 'yes' }) },
  keep: { before: [claimant('erasure', { confirm: 'yes' })], act: claimant('keep') },
};

const late = 'We said we would contact you by THEN, and our record shows no contact yet. We are sorry.';
const lateCall = 'We said we would contact you by THEN. We have written to you, and have not spoken to you yet. We are sorry.';
const twoDays: Act = ({ jobsOf }) => jobsOf(48 * hour);

const ofJobs: Record<string, NotificationCase> = {
  'of two days': { act: twoDays, page: late },
  'of two days after an answer': { before: [asks, write], act: twoDays, page: lateCall, history: ['We answered your message.'] },
  'of two days after an answer and a call that nobody took': {
    before: [asks, write, call('no-answer')],
    act: twoDays,
    page: lateCall,
    history: ['We answered your message.'],
  },
  'of two days after a call': { before: [call('spoke')], act: twoDays, page: inTouch, history: ['We spoke to you.'] },
};

test('a claimant is told of an act what it was', async () => {
  const { told } = await openNotified(await databases.open());
  const cases = Object.entries({ ...ofStaff, ...ofClaimants, ...ofJobs }).flatMap(([name, rows]) =>
    [rows].flat().map((row, index) => [`${name} ${index}`, row] as const),
  );
  const found: Record<string, object> = {};
  const expected: Record<string, object> = {};
  for (const [name, row] of cases) {
    const { email = [], page = 'Next, we will contact you by THEN', history = [] } = row;
    const { erased: _, ...rest } = await told(row);
    found[name] = rest;
    expected[name] = { email, page: expect.stringMatching(new RegExp(`^${page.replaceAll('?', '\\?')}`)), history };
  }
  expect(found).toEqual(expected);
});

test('the page says when a claim that is withdrawn is erased, also of one that is kept longer', async () => {
  const { told } = await openNotified(await databases.open());
  expect((await told({ act: asks })).erased).toBe(`${periods.notPursued} after we close the claim`);
  expect((await told({ act: staff('kept longer') })).erased).toBe('once nobody who was hurt can still go to court');
});

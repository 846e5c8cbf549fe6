// Protects: bots go into quarantine and people do not.
import { expect, test } from 'vitest';
import { honeypotField } from '#forms/signals.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createDice } from '#testing/dice.ts';
import { sampleClaims, sampleMessages, samplePartners } from '#testing/fixtures/submissions.ts';

type Call = { formName: string; data: Record<string, string>; headers: Record<string, string> };
type Dice = ReturnType<typeof createPeople>;

const harpreet = sampleMessages[0].data;

/** Random numbers, letters and addresses, the same for the same seed. */
function createPeople(seed: number) {
  const dice = createDice(seed);
  const letters = (count: number) =>
    Array.from({ length: count }, (_, index) => dice.pick([...(index % 2 ? 'QXZVKTW' : 'qxzvktw')])).join('');
  const address = () => `${dice.between(11, 99)}.${dice.between(0, 255)}.${dice.between(0, 255)}.${dice.between(1, 254)}`;
  return { ...dice, letters, address };
}

const pitches = [
  'We offer SEO services',
  'Buy backlinks today',
  'Earn passive income now',
  'Best online casino bonus',
  'Unsecured business loans',
];

const bots: Record<string, (dice: Dice, index: number) => Partial<Call>> = {
  'fills in everything it finds': (dice, index) => ({
    data: { ...harpreet, email: `a${index}@example.net`, message: dice.letters(30), [honeypotField]: dice.letters(8) },
  }),
  'posts the moment the form is there': (dice, index) => ({
    data: { ...harpreet, email: `b${index}@example.net`, message: `Hello, call me about ${dice.letters(12)}.` },
    headers: { 'X-Form-Age': String(dice.between(0, 49)) },
  }),
  'sells, with a link': (dice, index) => ({
    data: { ...harpreet, email: `c${index}@example.net`, message: `${dice.pick(pitches)}: https://${dice.letters(9)}.example/` },
  }),
  'spreads links': (dice, index) => ({
    data: {
      ...harpreet,
      email: `d${index}@example.net`,
      message: Array.from({ length: 4 }, () => `<a href="https://${dice.letters(9)}.example/">${dice.letters(6)}</a>`).join(' '),
    },
  }),
  'puts the same pitch in every field': (dice, index) => {
    const pitch = `${dice.pick(pitches)} ${index}`;
    return { data: { email: `e${index}@example.net`, name: pitch, subject: pitch, message: pitch } };
  },
  'types random letters': (dice, index) => ({
    data: { email: `f${index}@example.net`, name: dice.letters(12), subject: dice.letters(16), message: dice.letters(20) },
  }),
  'sends one text under many names from one address, in a hurry': (dice, index) => ({
    data: {
      ...harpreet,
      email: `g${index}@example.net`,
      name: `Visitor ${index}`,
      message: 'Please see what we have to offer to you.',
    },
    headers: { 'X-Forwarded-For': '203.0.113.66', 'X-Form-Age': String(dice.between(50, 1_999)) },
  }),
  'writes for a forum, in a hurry': (dice, index) => ({
    data: { ...harpreet, email: `h${index}@example.net`, message: `See [url=http://${dice.letters(9)}.example]this[/url]` },
    headers: { 'X-Form-Age': String(dice.between(50, 1_999)) },
  }),
};

test('of a thousand bots at least 990 go into quarantine, without an email', async () => {
  const dice = createPeople(20261120);
  const testApp = await createTestApp({ TRUST_PROXY: '1' });
  const kinds = Object.values(bots);
  for (let index = 0; index < 1_000; index += 1) {
    const { data, headers } = (kinds[index % kinds.length] as (typeof kinds)[number])(dice, index);
    const response = await testApp.send('Contact Us', data, { 'X-Forwarded-For': dice.address(), ...headers });
    expect([response.status, Object.keys(await response.json())]).toEqual([200, ['message', 'reference', 'createdAt']]);
    testApp.clock.now += dice.between(50, 500);
  }
  const quarantined = testApp.rows().filter((row) => row.quarantined_at !== null);
  expect(testApp.rows()).toHaveLength(1_000);
  expect(quarantined.length).toBeGreaterThanOrEqual(990);
  expect(testApp.emails()).toHaveLength(1_000 - quarantined.length);
});

const accounts = [
  'I was waiting at the lights when a van ran into the back of me.',
  'Please call me.',
  '我昨天在停车场被撞了,请联系我。',
  'میری گاڑی کو پیچھے سے ٹکر لگی، براہ کرم فون کریں۔',
  'Photos are here: https://photos.example/album/1 and the place is https://maps.example/?q=Barking',
  'ctrl+v of my insurer’s letter:\n> Dear customer, please see www.insurer.example for our terms.',
  'CALL ME ASAP!!! NOT MY FAULT!!!',
  'Test',
];

function callOfPerson(dice: Dice, index: number): Call {
  const { formName, data } = dice.pick([...sampleClaims, ...samplePartners, ...sampleMessages]);
  const account = dice.pick(accounts);
  const told = { descriptionOfAccident: account, referralInfo: account, message: account };
  const answers = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, told[name as keyof typeof told] ?? value]),
  );
  // Some visitors have no scripts. A contact form takes five seconds with autofill, a claim several minutes.
  const age: Record<string, string> =
    dice.next() < 0.1 ? {} : { 'X-Form-Age': String(dice.between(formName === 'Contact Us' ? 2_500 : 20_000, 900_000)) };
  const address = index % 20 === 0 ? '203.0.113.7' : dice.address();
  return {
    formName,
    data: { ...answers, email: `person${index}@example.com`, [honeypotField]: '' },
    headers: { 'X-Forwarded-For': address, ...age, ...(dice.next() < 0.9 && { 'Idempotency-Key': `person-${index}` }) },
  };
}

test('of a thousand people, fifty of them behind one address, every one is accepted and gets an email', async () => {
  const dice = createPeople(1_000);
  const testApp = await createTestApp({ TRUST_PROXY: '1' });
  for (let index = 0; index < 1_000; index += 1) {
    const { formName, data, headers } = callOfPerson(dice, index);
    const way = index % 2 ? testApp.send : testApp.insert;
    expect((await way(formName, data, headers)).ok).toBe(true);
    testApp.clock.now += dice.between(200, 20_000);
  }
  expect(testApp.rows().filter((row) => row.quarantined_at !== null)).toEqual([]);
  // A reminder of a roadside start may have been added meanwhile: the clock moved by hours.
  const told = testApp.emails().filter(({ template }) => template !== 'due-digest');
  expect(testApp.rows()).toHaveLength(1_000);
  expect(told).toHaveLength(1_000);
  expect(new Set(told.map(({ submission_id }) => submission_id)).size).toBe(1_000);
});

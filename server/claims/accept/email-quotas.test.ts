// Protects: acknowledgements cannot be used to flood a mailbox, and a real claimant still gets one.
import { describe, expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { sampleClaims, sampleMessages } from '#testing/fixtures/submissions.ts';
import { acknowledgementAllowances, createEmailQuotas } from './email-quotas.ts';

const [{ formName, data: claimant }] = sampleClaims;
const [{ data: sender }] = sampleMessages;
const from = (network: string) => ({ 'X-Forwarded-For': network });
const attacker = from('203.0.113.66');

describe('a real claimant, after a flood from one address', () => {
  test('is acknowledged at the same domain, and the receipt says so', async () => {
    const testApp = await createTestApp({ TRUST_PROXY: '1' });
    const { burst } = acknowledgementAllowances.own.fromOne;
    for (let index = 0; index < burst + 5; index += 1)
      await testApp.send('Contact Us', { ...sender, email: `v${index}@kerb.example`, message: `Note ${index}` }, attacker);
    expect(testApp.senderEmails()).toHaveLength(burst);
    const response = await testApp.send(formName, { ...claimant, email: 'aoife@kerb.example' }, from('203.0.113.7'));
    expect(await response.json()).toMatchObject({ emailed: true });
    expect(testApp.senderEmails()).toHaveLength(burst + 1);
  });

  test('is acknowledged where their own mailbox was named again and again', async () => {
    const testApp = await createTestApp({ TRUST_PROXY: '1' });
    for (let index = 0; index < 10; index += 1)
      await testApp.send('Contact Us', { ...sender, email: claimant.email, message: `Note ${index}` }, attacker);
    const response = await testApp.send(formName, claimant, from('203.0.113.7'));
    expect([response.status, await response.json()]).toMatchObject([200, { emailed: true }]);
  });
});

test('where the quota is used up the claim is stored, and neither receipt nor its repeat promises an email', async () => {
  const testApp = await createTestApp({ TRUST_PROXY: '1' });
  const send = (index: number) =>
    testApp.send(formName, { ...claimant, additionalInfo: `${index}` }, { ...attacker, 'Idempotency-Key': `key ${index}` });
  const emailed: boolean[] = [];
  for (let index = 0; index < 5; index += 1) emailed.push((await (await send(index)).json()).emailed);
  expect(emailed).toEqual([true, true, true, false, false]);
  expect([testApp.rows().length, testApp.senderEmails().length]).toEqual([5, 3]);
  for (const index of [2, 3])
    expect(await (await send(index)).json()).toMatchObject({ emailed: index === 2, link: expect.any(String) });
});

test('a repeat costs nothing of the quota, and an acknowledgement that was not sent is not promised again', async () => {
  const testApp = await createTestApp({ TRUST_PROXY: '1' });
  const send = () => testApp.send(formName, claimant, { ...attacker, 'Idempotency-Key': 'mine' });
  for (let count = 0; count < 20; count += 1) expect(await (await send()).json()).toMatchObject({ emailed: true });
  const other = await testApp.send(formName, { ...claimant, additionalInfo: 'Another.' }, attacker);
  expect(await other.json()).toMatchObject({ emailed: true });
  await testApp.change("update jobs set finished_at = 1, last_outcome = 'refused' where kind = 'acknowledgement'");
  expect(await (await send()).json()).toMatchObject({ emailed: false });
});

describe('quotas of acknowledgements', () => {
  const { mailbox, own, shared, client, network } = acknowledgementAllowances;
  const setup = () => createEmailQuotas({ hasDigests: true });
  const allowed = (count: number, ask: (index: number) => boolean) =>
    Array.from({ length: count }, (_, index) => ask(index)).filter(Boolean).length;

  test.each([
    [['aoife.oneil@gmail.com', 'Aoife.ONeil@Gmail.com', 'aoifeoneil@googlemail.com', 'aoife.oneil+1@gmail.com']],
    [['aoife@bücher.example', 'Aoife@BÜCHER.example', 'aoife@xn--bcher-kva.example', 'aoife+1@bu\u0308cher.example']],
  ])('one mailbox is one however it is spelt, and gets more from other networks than from one: %j', (spellings) => {
    const { mayAcknowledge } = setup();
    const spelt = (index: number) => spellings[index % 4] ?? '';
    expect(allowed(8, (index) => mayAcknowledge(spelt(index), 'one', 0))).toBe(mailbox.fromOne.burst);
    expect(allowed(8, (index) => mayAcknowledge(spelt(index), `${index}`, 0))).toBe(mailbox.all.burst - mailbox.fromOne.burst);
    expect(mayAcknowledge(`other${spellings[0]}`, 'one', 0)).toBe(true);
    expect(allowed(8, (index) => mayAcknowledge(spelt(index), 'one', day))).toBe(mailbox.fromOne.burst);
  });

  test.each([
    ['kerb.example', own],
    ['hotmail.co.uk', shared],
  ])('a network uses up its share of %s, and each other one gets one where many have used up all', (domain, quota) => {
    const { mayAcknowledge } = setup();
    const send = (index: number, from: string) => mayAcknowledge(`p${index}@${domain}`, from, 0);
    expect(allowed(100, (index) => send(index, 'greedy'))).toBe(quota.fromOne.burst);
    const others = quota.all.burst - quota.fromOne.burst;
    expect(allowed(others, (index) => send(100 + index, `other ${index}`))).toBe(others);
    expect([send(2_000, 'a person'), send(2_001, 'a person')]).toEqual([true, false]);
    // No number of networks makes us write to one domain without end.
    expect(allowed(3_000, (index) => send(3_000 + index, `more ${index}`))).toBe(quota.reserve.burst - 1);
  });

  test('the 65,536 addresses of one customer with IPv6 count as one', () => {
    const { mayAcknowledge } = setup();
    const from = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
    expect(allowed(9, (index) => mayAcknowledge('aoife@kerb.example', from(index), 0))).toBe(mailbox.fromOne.burst);
    expect(allowed(99, (index) => mayAcknowledge(`p${index}@hotmail.co.uk`, from(index), 0))).toBe(shared.fromOne.burst);
    const left = network.burst - mailbox.fromOne.burst - shared.fromOne.burst;
    expect(allowed(500, (index) => mayAcknowledge(`p@${index}.example`, from(index), 0))).toBe(left);
    expect(mayAcknowledge('aoife@kerb.example', '2001:db8:2:1::/64', 0)).toBe(true);
  });

  test('one network has a quota in all, and none of its own where its address is not known', () => {
    const { mayAcknowledge } = setup();
    expect(allowed(200, (index) => mayAcknowledge(`p@${index}.example`, 'one', 0))).toBe(client.burst);
    expect(allowed(200, (index) => mayAcknowledge(`q@${index}.example`, null, 0))).toBe(200);
  });
});

// Protects: staff revoke and renew a claimant's private link.
import { afterEach, expect, test } from 'vitest';
import { bo } from '#testing/fixtures/people.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { fill, submit } from './harness/fill.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

afterEach(() => {
  journey.mailbox.refuse.recipient = undefined;
});

const emailWith = (address: string, subject: RegExp) =>
  journey.mailbox.waitForEmail((one) => one.envelope.to[0] === address && subject.test(one.subject ?? ''));

const linkIn = (text: string | undefined) => /http\S+\/your-claim\/[\w-]+/.exec(text ?? '')?.[0] ?? '';

test.each([true, false])('a private link is revoked at once, and another is sent (JavaScript: %s)', async (javaScriptEnabled) => {
  const address = `bo.${javaScriptEnabled}@example.net`;
  const id = await send({ ...bo, email: address });
  const first = linkIn((await emailWith(address, /^We have your claim/)).text);
  const page = await open(`/desk/submissions/${id}`, desk.handler, { javaScriptEnabled });
  const section = page.getByRole('region', { name: 'Private link' });
  await section.getByText('It works: anybody who has it can open the claimant’s page.').waitFor();
  if (javaScriptEnabled) {
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await horizontalOverflow(page), 'sideways scroll at 320 px').toEqual([]);
  }
  await section.getByText('Revoke it').first().click();
  await section.getByRole('button', { name: /^Revoke it/ }).click();
  await page.getByText('The private link is revoked.').waitFor();
  await section.getByText(/^Revoked .* It opens nothing\./).waitFor();
  const visitor = await journey.newPage({ expected: /status of 4\d\d/ });
  await visitor.goto(first);
  await visitor.getByRole('heading', { level: 1, name: 'Your link has ended' }).waitFor();
  const ended = await visitor.locator('main').textContent();

  await section.getByText('Send a new link').first().click();
  await section.getByRole('button', { name: /^Send it/ }).click();
  await page.getByText('A new private link is on its way to the claimant.').waitFor();
  const next = linkIn((await emailWith(address, /^A new link to your claim/)).text);
  expect(next).not.toBe(first);
  await visitor.goto(first);
  expect(await visitor.locator('main').textContent()).toBe(ended);
  const again = await journey.visit('/make-a-claim', { javaScriptEnabled });
  await fill(again, { ...bo, email: address });
  await submit(again);
  const receipt = again.getByRole('region', { name: 'We have your claim' });
  // It is recognised by its answers alone, so nothing is said about the link.
  await receipt.getByText('Your reference').waitFor();
  expect(await receipt.locator('a[href*="your-claim"]').count()).toBe(0);
  await visitor.goto(next);
  expect(await visitor.locator('main').textContent()).not.toBe(ended);
  await page.reload();
  const history = await page.getByRole('region', { name: 'History' }).textContent();
  for (const text of ['link revoked', 'link renewed']) expect(history).toContain(text);
});

test('the claim says when its sender’s mail server refuses our email', async () => {
  journey.mailbox.refuse.recipient = { code: 550, text: '5.1.1 No such user' };
  const id = await send({ ...bo, email: 'bo.typo@example.net' });
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  const notice = page.getByText('Their email address refuses our email:');
  await expect
    .poll(async () => {
      await page.reload();
      return notice.count();
    })
    .toBe(1);
  expect(await notice.textContent()).toContain('5.1.1 No such user');
  expect(await axeViolations(page)).toEqual([]);
});

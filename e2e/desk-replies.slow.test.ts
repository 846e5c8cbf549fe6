// Protects: staff write to a claimant by keyboard and without JavaScript, see it before it goes, and take it back.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { send, open } = desk;

test('a message from a template is seen, sent and taken back, and its text is still there', async () => {
  const id = await send(aoife);
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  await page.keyboard.press('p');
  await page.getByRole('heading', { level: 1, name: /^Write to/ }).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).filter({ hasText: 'photographs of the damage' }).waitFor();
  await page.getByRole('button', { name: 'See it before it goes' }).click();
  await page.getByText(`To ${aoife.email}`).waitFor();
  await page.getByText('As an email it ends with the link to their claim').waitFor();
  await page.getByText('I need photographs of the damage').waitFor();
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByText('Your message leaves in ten seconds.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The message was not sent. Write has its text.').waitFor();
  await page.getByRole('link', { name: 'Write', exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('I need photographs of the damage');
});

test('r opens a message without a template, a template fills it in, and what is typed stays until it is sent', async () => {
  const id = await send({ ...aoife, firstName: 'Rita' });
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  await page.keyboard.press('r');
  await page.getByRole('link', { name: 'We could not reach you' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.filter({ hasText: 'could not reach you' }).waitFor();
  await message.fill('Hello Rita, what was typed stays.');
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('Hello Rita, what was typed stays.');
  await page.getByRole('button', { name: 'See it before it goes' }).click();
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByText('Your message leaves in ten seconds.').waitFor();
  await page.goto(page.url().replace(/(\/submissions\/[^/?]+).*/, '$1/reply?template=no-answer'));
  await expect.poll(() => message.inputValue()).toContain('could not reach you');
});

test('without JavaScript a message is changed after it was seen, sent as a text message to one of three numbers, and is on the timeline', async () => {
  const id = await send({ ...aoife, firstName: 'Nora', phone: '۰۷۷۰۰ ۹۰۰۱۲۳, 020 7946 0018 x12 or +44 07700 900124' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { javaScriptEnabled: false });
  const links = page.locator('.contact-actions a:not([href^="/"])');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    ...['tel:+447700900123', 'https://wa.me/447700900123', 'tel:+442079460018;ext=12'],
    ...['tel:+447700900124', 'https://wa.me/447700900124'],
  ]);
  await page.getByRole('link', { name: 'Write', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello Nora');
  await page.getByRole('button', { name: 'See it before it goes' }).click();
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello Nora, please call.');
  await page.getByRole('button', { name: 'See it before it goes' }).click();
  await page.getByRole('button', { name: 'Send as text message to 07700 900124' }).click();
  const link = page.getByRole('link', { name: 'Open the text message' });
  expect(await link.getAttribute('href')).toBe('sms:+447700900124?body=Hello%20Nora%2C%20please%20call.');
  await page.getByRole('link', { name: /^Back to/ }).click();
  await page.getByText('Text message: Hello Nora, please call.').waitFor();
});

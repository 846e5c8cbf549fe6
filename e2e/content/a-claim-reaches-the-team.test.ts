// Protects: every answer of a claim is in the store and in the e-mail to the team.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { fieldsOf } from '#forms/form.ts';
import { anjali, aoife, bo, jeanLuc, lukasz, mallory, xiaoming } from '#testing/fixtures/people.ts';
import type { ReceivedEmail } from '#testing/mail-server.ts';
import { teamAddress } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { type Answers, fill, submit } from '../harness/fill.ts';
import { ownServers, setupJourney } from '../harness/journey.ts';

const journey = setupJourney(ownServers);

const people: [string, Answers][] = [
  ['Aoife, with an apostrophe in her name and her address', aoife],
  ['Łukasz, in Polish', lukasz],
  ['小明, in Chinese and emoji', xiaoming],
  ['Jean-Luc, who leaves optional fields blank', jeanLuc],
  ['Bo, who writes as little as can be', bo],
  ['Anjali, who writes 5,000 characters', anjali],
  ['Mallory, who writes markup', mallory],
];

test.each(people)('%s: the database and the email hold what was typed', async (_, answers) => {
  const page = await journey.visit('/make-a-claim');
  await fill(page, answers);
  await submit(page);
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();

  const email = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === answers.email);
  const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.email === answers.email);
  expect(row?.form_name).toBe('Make a Claim');
  expect(row?.form_data).toEqual(answers);

  expect(email.envelope.to).toEqual([teamAddress]);
  expect(email.to).toMatchObject([{ address: teamAddress }]);
  expect(email.text).toContain(row?.reference);
  expectInOrder(email.text, answers);

  // A mail program shows everything as it was typed, and runs nothing of it.
  expect(email.html).not.toMatch(/<script|<img|<style>\*/i);
  const shown = await showLetter(email);
  for (const value of expectedLines(answers).map(([, value]) => value)) expect(shown).toContain(flat(value));
});

test("The email has a one-line subject with the person's name and nothing about their health", async () => {
  const answers: Answers = { ...bo, firstName: 'Zoë', email: 'zoe@example.com', additionalInfo: 'My neck hurts.' };
  const { status } = await journey.product.request('/functions/v1/send-form-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ formName: 'Make a Claim', formData: { ...answers, lastName: 'E\r\nBcc: victim@example.com' } }),
  });
  expect(status).toBe(200);
  const email = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === 'zoe@example.com');
  expect(email.subject).toContain('Zoë E Bcc: victim@example.com');
  expect(email.subject).not.toMatch(/[\r\n]|neck/);
  expect(email.bcc ?? []).toEqual([]);
  expect(email.envelope.to).toEqual([teamAddress]);
});

/** Every question in the form's order, with the answer as a person reads it. */
function expectedLines(answers: Answers): [string, string][] {
  return fieldsOf(claim).map(({ name, label, type, options }) => {
    const value = answers[name] ?? '';
    if (type === 'checkbox') return [label, value === 'yes' ? 'Yes' : 'No'];
    if (type === 'date' && value) return [label, new Date(value).toLocaleDateString('en-GB', { dateStyle: 'long' })];
    return [label, options?.find((option) => option.value === value)?.label ?? (value || 'Not given')];
  });
}

function expectInOrder(text = '', answers: Answers): void {
  const body = text.replaceAll('\r\n', '\n');
  let at = 0;
  for (const [label, value] of expectedLines(answers)) {
    const line = `\n${label}${/[?.]$/.test(label) ? '' : ':'} ${value}\n`;
    const found = body.indexOf(line, at);
    expect(found, `where the email has: ${line.trim()}`).toBeGreaterThanOrEqual(at);
    // The line break at its end may be the one before the next line.
    at = found + line.length - 1;
  }
}

async function showLetter(email: ReceivedEmail): Promise<string> {
  const page = await journey.newPage();
  page.on('dialog', () => expect.unreachable('the email ran a script'));
  await page.setContent(email.html ?? '');
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  return flat(await page.locator('body').innerText());
}

/** Without the line breaks and spaces that a mail program lays out by itself. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

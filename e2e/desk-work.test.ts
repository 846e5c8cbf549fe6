import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Member } from '#testing/staff.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { aoife, bo, lukasz } from './harness/claims.ts';
import { asJson } from './harness/request.ts';
import { hire, lendSession } from './harness/staff.ts';
import { setStage } from './harness/stage.ts';
import { readStore } from './harness/store.ts';

const stage = setStage();
let owner: Member;
let hana: Member;

afterEach(() => stage.mailbox.refuse(null));

beforeAll(async () => {
  owner = await hire(stage.product, 'olu@kerbside.example', 'owner', 'Olu Adeyemi');
  hana = await hire(stage.product, 'hana@kerbside.example', 'handler', 'Hana Novak');
});

async function send(formData: Record<string, string>, formName = 'Make a Claim'): Promise<string> {
  const answer = await stage.product.request('/functions/v1/send-form-email', asJson({ formName, formData }));
  const { reference } = answer.json();
  const row = readStore(stage.product).submissions.find((one) => one.reference === reference);
  if (!row) throw new Error(answer.text);
  return row.id;
}

async function open(path: string, member: Member, options: PageOptions = {}) {
  const page = await stage.newPage(options);
  await lendSession(page, stage.product, member);
  await page.goto(stage.product.url + path);
  return options.javaScriptEnabled === false ? page : ready(page);
}

test.each([true, false])(
  'a claim is called back, assigned, noted and closed, and each can be undone (scripts: %s)',
  async (javaScriptEnabled) => {
    const id = await send({ ...aoife, additionalInfo: `scripts ${javaScriptEnabled}` });
    const page = await open('/desk', hana, { javaScriptEnabled });
    await page.getByRole('link', { name: "Aoife O'Neil" }).first().click();
    await page.getByRole('heading', { level: 1, name: "Aoife O'Neil" }).waitFor();
    expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:07700900101');
    for (const value of [aoife.address, aoife.descriptionOfAccident, 'PCO (licensed private hire)', 'Credit hire'])
      await page
        .getByText(value ?? '', { exact: true })
        .first()
        .waitFor();

    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page.getByText('Marked as contacted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Marked as not contacted.').waitFor();
    await page.getByRole('button', { name: 'Mark as contacted' }).click();
    await page
      .getByText(/by Hana Novak/)
      .first()
      .waitFor();

    await page.getByLabel('Assigned to').selectOption({ label: 'Olu Adeyemi' });
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Assigned.', { exact: true }).waitFor();

    await page.getByLabel('Add a note').fill('Car is at Byrne Body Works.\n<b>Call after six.</b>');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
    await page.locator('.note').getByText('<b>Call after six.</b>').waitFor();
    await page.getByRole('button', { name: 'Remove this note' }).click();
    await page.getByText('Note removed.').waitFor();
    expect(await page.locator('.note').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.note').waitFor();

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('Closed.', { exact: true }).waitFor();
    expect(readStore(stage.product).submissions.find((row) => row.id === id)).toMatchObject({
      contacted_at: expect.any(Number),
      closed_at: expect.any(Number),
      assigned_to: owner.staff.id,
    });
  },
);

test('a colleague was quicker: nothing is done twice, the page says who it was, and a note that was typed stays', async () => {
  const id = await send({ ...lukasz, additionalInfo: 'two at once' });
  const mine = await open(`/desk/submissions/${id}`, hana, { expected: /status of 422/ });
  const theirs = await open(`/desk/submissions/${id}`, owner);
  await theirs.getByRole('button', { name: 'Mark as contacted' }).click();
  await theirs.getByText('Marked as contacted.').waitFor();
  await mine.getByLabel('Add a note').fill('half a thought');
  await mine.getByRole('button', { name: 'Mark as contacted' }).click();
  await mine.getByRole('alert').filter({ hasText: 'Olu Adeyemi' }).waitFor();
  expect(await mine.getByLabel('Add a note').inputValue()).toBe('half a thought');
});

test('what comes in while the inbox is open appears by itself, and what a colleague does too', async () => {
  const page = await open('/desk?list=new', hana);
  await page.getByText('Live: new submissions appear by themselves.').waitFor();
  await page.mouse.move(10, 10);
  const id = await send({ ...bo, firstName: 'Zebedee', lastName: 'Live' });
  await page.getByRole('link', { name: 'Zebedee Live' }).waitFor();
  const other = await open(`/desk/submissions/${id}`, owner);
  await other.getByRole('button', { name: 'Mark as contacted' }).click();
  await page.getByRole('link', { name: 'Zebedee Live' }).waitFor({ state: 'detached' });
});

test('the line is tried again after one, two, five and then ten seconds', async () => {
  const page = await stage.newPage({ expected: /ERR_FAILED|Failed to load/ });
  await lendSession(page, stage.product, hana);
  await page.clock.install();
  const tries: number[] = [];
  await page.route('**/desk/events', (route) => {
    tries.push(1);
    return route.abort();
  });
  await page.goto(`${stage.product.url}/desk`);
  await ready(page);
  await page.getByText('Connection lost. Trying again…').waitFor();
  for (const [seconds, count] of [
    [1, 2],
    [2, 3],
    [5, 4],
    [10, 5],
    [10, 6],
  ] as const) {
    await page.clock.runFor(seconds * 1_000 - 200);
    expect(tries.length, `before ${seconds} s are over`).toBe(count - 1);
    await page.clock.runFor(300);
    await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(count);
  }
});

test('it is found by name, phone, registration, reference and email, and an empty list says what to do', async () => {
  const id = await send({
    ...lukasz,
    firstName: 'Wilhelmina',
    lastName: 'Żak',
    email: 'mina@example.org',
    phone: '+44 7700 900555',
    vehicleReg: 'QQ11 ZZZ',
  });
  const reference = readStore(stage.product).submissions.find((row) => row.id === id)?.reference ?? '';
  const page = await open('/desk', hana);
  for (const words of ['wilhelmina', 'zak', '07700 900555', '900555', 'qq11zzz', reference.toLowerCase(), 'mina@example.org']) {
    await page.getByRole('searchbox').fill(words);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => url.searchParams.get('q') === words);
    await page.getByRole('link', { name: 'Wilhelmina Żak' }).waitFor();
  }
  await page.goto(`${stage.product.url}/desk?q=nobody-of-that-name`);
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
});

test('the list is walked with the arrow keys, and opened with Enter', async () => {
  const page = await open('/desk', hana);
  const names = await page.locator('a.row-who').allInnerTexts();
  expect(names.length).toBeGreaterThan(2);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator('a.row-who').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[2]);
  await page.keyboard.press('Home');
  expect(await focused()).toBe(names[0]);
  await page.keyboard.press('End');
  expect(await focused()).toBe(names.at(-1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: names.at(-1) }).waitFor();
});

test('a letter that was not taken is told with the server’s words, and sent again from here', async () => {
  stage.mailbox.refuse('550 5.1.1 No such mailbox');
  const id = await send({ ...bo, firstName: 'Ottilie', additionalInfo: 'refused' });
  const page = await open(`/desk/submissions/${id}`, hana);
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByText('Not delivered: given up').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.getByText('One try').click();
  await page.getByText('No such mailbox').waitFor();
  stage.mailbox.refuse(null);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await page.getByText('The letter will be sent again').waitFor();
  await stage.mailbox.waitForLetter(({ text }) => text?.includes('Ottilie') ?? false);
});

test('a suspect is seen, and released: its letter goes out', async () => {
  const id = await send(
    { name: 'Real Person', email: 'real@example.org', subject: 'Hello', message: 'A real question', howDidYouFindUs: 'x' },
    'Contact Us',
  );
  const page = await open('/desk?list=quarantine', hana);
  await page.getByRole('link', { name: 'Real Person' }).click();
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByText('Released from quarantine.').waitFor();
  await stage.mailbox.waitForLetter(({ subject }) => subject?.includes('Hello') ?? false);
  expect(readStore(stage.product).submissions.find((row) => row.id === id)).toMatchObject({ quarantined_at: null });
});

test('a person asks what is held on them, and to have it erased: nothing is left but the trace', async () => {
  const mark = 'Xanthippe-Unmistakable';
  await send({ ...lukasz, firstName: mark, email: 'xanthippe@example.org', phone: '07700 900777' });
  await stage.mailbox.waitForLetter(({ text }) => text?.includes(mark) ?? false);
  const page = await open('/desk/people?about=xanthippe%40example.org', owner);
  await page.getByText('One submission.').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export to read' }).click();
  expect(await readFile((await (await download).path()) ?? '', 'utf8')).toContain(mark);
  await page.getByRole('link', { name: 'Erase all of it…' }).click();
  await page.getByLabel('Why').fill('Asked for by phone, identity checked.');
  await page.getByLabel('I know that this cannot be undone').check();
  await page.getByRole('button', { name: 'Erase one submission' }).click();
  await page.getByRole('heading', { name: 'Erased' }).waitFor();
  expect(JSON.stringify(readStore(stage.product))).not.toContain(mark);
  const { dataDir } = stage.product;
  const filesWithIt = async () => {
    const names = await readdir(dataDir, { recursive: true });
    const bytes = await Promise.all(names.map((name) => readFile(join(dataDir, name)).catch(() => Buffer.alloc(0))));
    return names.filter((_, index) => bytes[index]?.includes(mark));
  };
  await expect.poll(filesWithIt, { timeout: 20_000 }).toEqual([]);
  await page.goto(`${stage.product.url}/desk/audit`);
  await page.getByText('erased').first().waitFor();
});

test('the list goes out as a file that no spreadsheet takes for formulas', async () => {
  await send({ ...bo, firstName: '=HYPERLINK("https://evil.example")', lastName: '@SUM' });
  const answer = await stage.product.request('/desk/list.csv?form=claim', {
    headers: { Cookie: hana.browser.ask().cookie ?? '' },
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.text).toContain(`'=HYPERLINK`);
  expect(answer.text).not.toMatch(/(^|,|")[=@]/m);
});

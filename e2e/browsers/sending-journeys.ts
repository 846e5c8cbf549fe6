import { expect, test } from 'vitest';
import { english as roadsideTexts } from '#content/roadside/en.ts';
import { aoife, lukasz, mallory } from '#testing/fixtures/people.ts';
import type { MailServer } from '#testing/mail-server.ts';
import type { readStore } from '#testing/read-store.ts';
import type { Tab, TabOptions } from './other-browser.ts';
import { isShown, readForm, sendForm, until } from './page-tools.ts';

const success = '✅ Submission Successful!';

type Started = {
  visit: (path: string, options?: TabOptions) => Promise<Tab>;
  whileStopped: (act: () => Promise<void>) => Promise<void>;
  mailbox: () => MailServer;
  submissions: () => ReturnType<typeof readStore>['submissions'];
};

/** What a visitor sends, and what becomes of it. */
export function sendingJourneys(name: string, { visit, whileStopped, mailbox, submissions }: Started): void {
  test('a claim reaches the store and the mailbox as it was typed, and the form is empty again', async () => {
    const tab = await visit('/make-a-claim');
    await sendForm(tab, lukasz);
    await until(tab, isShown, success);
    await until(tab, () => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value === '');
    const email = await mailbox().waitForEmail((one) => one.replyTo?.[0]?.address === lukasz.email);
    const row = submissions().find(({ form_data }) => form_data.email === lukasz.email);
    expect(row?.form_data).toEqual(lukasz);
    expect(email.text).toContain(row?.reference);
    expect(tab.errors()).toEqual([]);
  });

  test("An invalid email address keeps the form's values, and missing fields are marked", async () => {
    const tab = await visit('/make-a-claim');
    const answers = { ...aoife, email: 'someone@nowhere' };
    await sendForm(tab, answers);
    await until(tab, isShown, 'Invalid Email');
    expect(await readForm(tab)).toEqual(answers);

    await sendForm(tab, { ...answers, email: 'aoife@example.com', postcode: '' });
    await until(tab, () => document.activeElement?.getAttribute('name') === 'postcode');
    expect(submissions().filter(({ form_data }) => form_data.firstName === 'Aoife')).toEqual([]);
  });

  test('What is sent without a server waits on the device, and is sent once when the server is there again', async () => {
    const tab = await visit('/roadside');
    const start = { name: `Waits in ${name}`, phone: '07700 900321', locationOfAccident: 'M4 J4', consent: 'yes' };
    // The script that keeps submissions is loaded once somebody types. Without a server it could not be loaded.
    await tab.click('main [name="name"]');
    const script = () => performance.getEntriesByType('resource').find((one) => one.name.includes('/waiting-panel-'))?.name;
    await until(tab, () => performance.getEntriesByType('resource').some((one) => one.name.includes('/waiting-panel-')));
    await tab.load(`import(${JSON.stringify(await tab.run(script))}).then(() => { document.body.dataset.keeps = ''; })`);
    await until(tab, () => 'keeps' in document.body.dataset);
    await whileStopped(async () => {
      await sendForm(tab, start);
      await until(tab, () => document.body.textContent?.includes('Waiting to be sent: your claim') ?? false);
    });
    await until(tab, () => {
      // The page may have begun to send by itself; a second tap sends nothing twice.
      const buttons = [...document.querySelectorAll<HTMLElement>('button')];
      buttons.find(({ textContent }) => textContent === 'Try now')?.click();
      return document.querySelector('.receipt-reference') !== null;
    });
    const rows = submissions().filter(({ form_data }) => form_data.name === start.name);
    expect(rows).toHaveLength(1);
    const shown = await tab.run(() => document.querySelector('.receipt-reference')?.textContent);
    expect(shown).toBe(rows[0]?.reference);
  });

  test.each([1, 2, null])('A browser that does not tell where it is (code %s) says so, and typing works', async (code) => {
    const tab = await visit('/roadside');
    // The error is what each engine reports, because drivers cannot answer its question.
    await tab.run((given) => {
      const geolocation = {
        getCurrentPosition: (_: unknown, fail: (error: object) => void) => setTimeout(fail, 10, { code: given }),
      };
      Object.defineProperty(navigator, 'geolocation', { value: given === null ? undefined : geolocation, configurable: true });
    }, code);
    await tab.click('.locate button');
    const says = code === 1 ? roadsideTexts.location.denied : roadsideTexts.location.notFound;
    await until(tab, (wanted) => document.querySelector('.locate [role="status"]')?.textContent === wanted, says);
    await tab.click('main [name="locationOfAccident"]');
    await tab.type('A13, Barking');
    expect(await tab.run(() => document.querySelector<HTMLInputElement>('[name="locationOfAccident"]')?.value)).toBe(
      'A13, Barking',
    );
  });

  test('without scripts a claim is sent, and the page comes back with the notice', async () => {
    const tab = await visit('/make-a-claim', { scripts: false });
    expect(await tab.run(() => document.documentElement.hasAttribute('data-ready'))).toBe(false);
    await sendForm(tab, mallory);
    await until(tab, isShown, success);
    const row = submissions().find(({ form_data }) => form_data.email === mallory.email);
    expect(row?.form_data).toEqual(mallory);
  });
}

import type { FormDefinition } from '#forms/form.ts';
import { createConnectedDevice } from './connected-device.ts';
import { createTestApp } from './create-test-app.ts';
import { openTestPage, type TestPage } from './open-test-page.ts';
import { createWebStorage } from './web-storage.ts';

/** A browser in this process, with the product behind it. */
export async function createConnectedBrowser() {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const browser = createConnectedDevice(app);
  return {
    ...browser,
    rows: app.rows,
    /** The text of the messages that the desk has. */
    messages: () => app.sqlite.prepare('select text from messages').pluck().all() as string[],
    /** Opens a page with a form in a tab of its own, which ends with what is done there. */
    inTab: async (form: FormDefinition, act: (page: TestPage) => Promise<unknown>, session = createWebStorage()) => {
      const page = await openTestPage(form);
      const attachAndAct = async () => {
        await page.attach();
        await act(page);
      };
      await browser.tab(attachAndAct, undefined, session);
      return page;
    },
  };
}

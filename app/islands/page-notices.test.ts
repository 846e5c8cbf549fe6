// Protects: what is a placeholder says so, also when it was pressed before the scripts came or the script of notices never does, and sends nothing.
import { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The placeholders of the footer, beside a form and a button that are none. */
const html = `<button class="icon" data-in-progress="true"><svg></svg></button><button id="other"></button>
  <form data-in-progress="true" method="dialog"><input type="email" required><button type="submit"></button></form><form id="sent"></form>`;

let window: Window;
let hasScript: boolean;

beforeEach(() => {
  window = new Window();
  window.document.body.innerHTML = html;
  hasScript = false;
  vi.resetModules();
  vi.doMock('./notice-island.tsx', () => {
    if (!hasScript) throw new Error('There is no signal.');
    return { drawNotices: () => window.document.body.append('drawn') };
  });
  for (const name of ['document', 'Element', 'HTMLFormElement'] as const) vi.stubGlobal(name, window[name]);
  vi.stubGlobal('window', window);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(window, { setTimeout: globalThis.setTimeout });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('./notice-island.tsx');
  await window.happyDOM.close();
});

const page = () => window.document.body;
const press = (selector: string, type = 'click') =>
  page()
    .querySelector(selector)
    ?.dispatchEvent(new window.Event(type, { bubbles: true }));
const open = async () => (await import('./page-notices.ts')).openNotices();
const shown = async () => {
  await vi.dynamicImportSettled();
  return page().querySelector('.notice');
};

test.each([
  ['a social icon', '.icon svg', 'click'],
  ['the newsletter', 'form[method]', 'submit'],
])('%s says that the feature is in progress', async (_, selector, type) => {
  await open();
  press(selector, type);
  expect((await shown())?.textContent).toMatch(/^Feature in Progress.*not implemented yet/);
});

test('what is pressed elsewhere, in the newsletter or with another form, says nothing', async () => {
  await open();
  const { noticeStore } = await import('#app/ui/notice/notices.ts');
  for (const selector of ['#other', 'form[method]', 'form[method] input']) press(selector);
  press('#sent', 'submit');
  expect(noticeStore.read()).toBeNull();
});

test('what was pressed before the scripts came is answered once', async () => {
  const early = page().querySelector('.icon');
  Object.assign(window, { kerbsideEarly: [{ type: 'click', target: early }] });
  await open();
  expect(await shown()).not.toBeNull();
  expect((window as { kerbsideEarly?: unknown }).kerbsideEarly).toBeNull();
});

test('without the script of notices a plain one stands for five seconds, and one of its own time after it', async () => {
  await open();
  press('.icon');
  await shown();
  vi.advanceTimersByTime(3_000);
  press('.icon');
  await shown();
  expect(page().querySelectorAll('.notice')).toHaveLength(1);
  vi.advanceTimersByTime(4_999);
  expect(await shown()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(await shown()).toBeNull();
});

test('with the script of notices it draws them', async () => {
  hasScript = true;
  await open();
  press('.icon');
  expect(await shown()).toBeNull();
  expect(page().textContent).toContain('drawn');
});

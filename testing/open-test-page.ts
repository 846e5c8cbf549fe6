import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Outcome } from '#app/forms/outcome.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import { sameAccidentName } from '#forms/same-accident.ts';
import { until } from './until.ts';

export type TestPage = Awaited<ReturnType<typeof openTestPage>>;

/** Sends until nothing waits any more: another page may be sending, and leaves the rest to a timer. */
export function allSent(page: TestPage): Promise<unknown> {
  return until('nothing that waits', async () => {
    await page.sendNow();
    return (await page.waiting()).length === 0;
  });
}

/** The fields of a form on a page, as the form's store reads and writes them. */
type TestForm = HTMLFormElement & { answers: Answers };

/**
 * The scripts of a page with a form, loaded for it alone as in a tab of its own. What it does has to run in a tab of the device
 * (`device.ts`), and `attach` first.
 */
export async function openTestPage(form: FormDefinition) {
  vi.stubGlobal('FormData', TestFormData);
  vi.resetModules();
  const [{ formStore }, { submitForm }, photographs, list, attempts, actions, reopening] = await Promise.all([
    import('#app/forms/form-store.ts'),
    import('#app/forms/submit-form.ts'),
    import('#app/forms/photograph-draft.ts'),
    import('#app/forms/waiting-list.ts'),
    import('#app/forms/waiting-attempts.ts'),
    import('#app/forms/waiting-actions.ts'),
    import('#app/forms/reopen-waiting.ts'),
  ]);
  const element = createTestForm();
  /** Runs something in the tab in which the page was attached, with which it ends; before that, in the one that asks. */
  let inTab = <Result>(act: () => Result): Result => act();
  return {
    /** The form is on the screen, with what the device has of it, and what waits is sent. `posted`: the page answers a post. */
    attach: async (posted: Outcome | null = null) => {
      inTab = AsyncLocalStorage.snapshot();
      formStore(form).attach(element, {}, posted);
      await attempts.startWaiting();
    },
    read: () => formStore(form).read(),
    /** What waits on the device, or is being sent. */
    waiting: async () => {
      await inTab(list.refresh);
      const { waiting, left } = list.waitingList.read();
      return [...waiting, ...left];
    },
    fill: (answers: Answers) => {
      Object.assign(element.answers, answers);
      formStore(form).change();
    },
    submit: (sameAccident?: 'yes' | 'no') => {
      const posted = new TestFormData(element);
      if (sameAccident) posted.set(sameAccidentName, sameAccident);
      return formStore(form).send(() => submitForm(form, posted));
    },
    clear: async () => {
      const cleared = photographs.clearPhotographs(form, formStore(form).read());
      formStore(form).clear();
      await cleared;
    },
    undo: async () => {
      formStore(form).undo();
      await photographs.restorePhotographs(form);
    },
    choose: (...files: File[]) => photographs.addPhotographs(form, files),
    chosen: async () => {
      await list.refresh();
      return list.waitingList.read().photographs.filter(({ key }) => key === photographs.draftKey(form));
    },
    /** "Remove", for a chosen photograph. */
    takeAway: async (name: string) => {
      const { photographs: chosen } = list.waitingList.read();
      for (const photograph of chosen) if (photograph.name === name) await photographs.takeAway(photograph);
    },
    /** "Yes, delete it", for everything that waits. */
    deleteWaiting: async () => {
      for (const one of list.waitingList.read().waiting) await actions.cancelWaiting(one);
    },
    /** "Open the form", for everything that was refused. */
    reopen: async () => {
      for (const one of list.waitingList.read().waiting) reopening.reopenWaiting(one);
    },
    /** What happens where that was pressed on another page. */
    reopenWanted: async () => {
      window.sessionStorage.setItem('reopen', JSON.stringify(list.waitingList.read().waiting[0]?.key));
      reopening.reopenWanted();
    },
    isInTheWay: async () => list.waitingList.read().waiting.map(reopening.isFormInTheWay),
    /** "Send it now", for what has waited for too long. */
    sendOld: async () => {
      for (const one of list.waitingList.read().waiting) await actions.sendOld(one);
    },
    refresh: () => inTab(list.refresh),
    sendNow: () => inTab(attempts.sendNow),
  };
}

class TestFormData extends FormData {
  constructor(form: HTMLFormElement) {
    super();
    for (const [name, value] of Object.entries((form as TestForm).answers)) this.set(name, value);
  }
}

function createTestForm(): TestForm {
  const answers: Answers = {};
  const control = (name: string) => ({
    type: 'text',
    get value() {
      return answers[name] ?? '';
    },
    set value(value: string) {
      if (value === '') delete answers[name];
      else answers[name] = value;
    },
  });
  return {
    answers,
    get elements() {
      return Object.keys(answers).map((name) => ({ name, ...control(name), value: answers[name] }));
    },
    querySelectorAll: (selector: string) => [control(selector.slice('[name='.length, -1))],
    addEventListener: () => {},
    reset: () => {},
  } as unknown as TestForm;
}

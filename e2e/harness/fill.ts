import type { Page } from 'playwright-core';

export type Answers = Record<string, string>;

/** The page's own form, beside the newsletter's. */
export const formOf = (page: Page) => page.locator('main form').first();

/** Opens the form that is folded away under a receipt. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('.fold:not([open]) > summary').evaluateAll((summaries) => {
    for (const summary of summaries as HTMLElement[]) summary.click();
  });
}

/** Fills the form by the fields' names, in one go. A box that the answers do not name is left unticked. */
export async function fill(page: Page, answers: Answers): Promise<void> {
  await unfold(page);
  await formOf(page).evaluate(answerForm, answers);
}

/**
 * Runs in the page, so it uses nothing outside of it. Throws where a visitor could not have answered, because the field is missing,
 * hidden or disabled.
 */
export function answerForm(element: Element, given: Answers): void {
  const form = element as HTMLFormElement;
  for (const [name, answer] of Object.entries(given)) {
    const controls = [...form.elements].filter((one) => (one as HTMLInputElement).name === name) as HTMLInputElement[];
    const control = controls.length > 1 ? controls.find(({ value }) => value === answer) : controls[0];
    if (!control?.checkVisibility() || control.disabled) throw new Error(`Nobody can answer ${name} with ${answer}.`);
    if (control.type === 'radio' || control.type === 'checkbox') tick(control, control.value === answer);
    else type(control, answer);
  }
  for (const control of form.querySelectorAll<HTMLInputElement>('[type="checkbox"]')) {
    if (!(control.name in given)) tick(control, false);
  }

  function tick(control: HTMLInputElement, wanted: boolean) {
    if (control.checked !== wanted) control.click();
  }

  function type(control: HTMLInputElement, text: string) {
    control.focus();
    control.value = text;
    control.dispatchEvent(new InputEvent('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** The values in the form now, of those fields that a visitor can see. */
export async function readForm(page: Page): Promise<Answers> {
  await unfold(page);
  return formOf(page).evaluate(answersIn);
}

/** Runs in the page, so it uses nothing outside of it. */
export function answersIn(element: Element): Answers {
  const form = element as HTMLFormElement;
  const seen = [...form.elements].filter((control) => control instanceof HTMLElement && control.checkVisibility());
  const names = new Set(seen.map((control) => (control as HTMLInputElement).name));
  return Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (names.has(name) ? [[name, String(value)]] : [])));
}

/** Submits and does not wait for anything. */
export async function submit(page: Page): Promise<void> {
  await unfold(page);
  await formOf(page).locator('button[type="submit"]').click();
}

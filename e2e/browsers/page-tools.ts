import { setTimeout as pause } from 'node:timers/promises';
import { waitLimitMs } from '#testing/until.ts';
import { axeSource } from '../harness/axe-violations.ts';
import { type Answers, answerForm, answersIn } from '../harness/fill.ts';
import { LostCommand, type Tab } from './other-browser.ts';

/** What the test puts into a page. */
type Page = {
  answerForm: typeof answerForm;
  answersIn: typeof answersIn;
  axe: { run: (context: object, options: object) => Promise<AxeReport> };
};
type AxeReport = { violations: { id: string; nodes: { target: string[] }[] }[] };

/** Answers the form of the page, and sends it. */
export async function sendForm(tab: Tab, answers: Answers): Promise<void> {
  await tab.load(`globalThis.answerForm = ${answerForm}`);
  await tab.run(
    (given) => (globalThis as unknown as Page).answerForm(document.querySelector('main form') as Element, given),
    answers,
  );
  // The form is sent with a key: warnings that appear beside fields may move the button away from under the pointer.
  await tab.run(() => document.querySelector<HTMLElement>('main form button[type="submit"]')?.focus());
  await tab.press('Enter');
}

export async function readForm(tab: Tab): Promise<Answers> {
  await tab.load(`globalThis.answersIn = ${answersIn}`);
  return tab.run(() => (globalThis as unknown as Page).answersIn(document.querySelector('main form') as Element));
}

export async function findAxeViolations(tab: Tab): Promise<string[]> {
  await tab.load(axeSource);
  return tab.run(runAxe);
}

async function runAxe(): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await (globalThis as unknown as Page).axe.run({ exclude: ['iframe'] }, { runOnly: tags });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Runs in the page: whether something that can be seen has exactly these words, such as the title of a notice. */
export function isShown(words: string): boolean {
  const [shown] = [...document.querySelectorAll('li, p, strong, h2, div')].filter((one) => one.textContent?.trim() === words);
  return shown?.checkVisibility() ?? false;
}

/** Waits until a condition holds in the page. */
export async function until<Given extends unknown[]>(
  tab: Tab,
  isIt: (...given: Given) => boolean,
  ...given: Given
): Promise<void> {
  for (const end = Date.now() + waitLimitMs; Date.now() < end; await pause(50))
    if (await tab.run(isIt, ...given).catch(noUnlessLost)) return;
  throw new Error(`The page never came to this: ${isIt}`);
}

/** A command fails while one page replaces another: the condition does not hold yet. That the driver is lost is an error. */
function noUnlessLost(error: unknown): false {
  if (error instanceof LostCommand) throw error;
  return false;
}

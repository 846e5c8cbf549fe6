import type { Window } from 'happy-dom';

/** What scripts of pages use of a browser by its global name. */
export const classes = [
  'HTMLElement',
  'HTMLFormElement',
  'HTMLButtonElement',
  'HTMLInputElement',
  'Element',
  'Node',
  'FormData',
  'Event',
  'CustomEvent',
  'MutationObserver',
  'IntersectionObserver',
] as const;

/** Runs an inline script. */
export function runInline(
  script: string,
  sessionStorage: Storage,
  localStorage: Storage,
  document: Document,
  performance: object,
): void {
  new Function('sessionStorage', 'localStorage', 'document', 'performance', script)(
    sessionStorage,
    localStorage,
    document,
    performance,
  );
}

/** Answers a field as a visitor does, and throws where none could. */
export function answer(form: HTMLFormElement, name: string, value: string, window: Window): void {
  const controls = [...form.elements].filter((one) => (one as HTMLInputElement).name === name) as HTMLInputElement[];
  const control = controls.length > 1 ? controls.find((one) => one.value === value) : controls[0];
  if (!control || control.disabled || !isSeen(control)) throw new Error(`Nobody can answer ${name} with ${value}.`);
  control.focus();
  if (/radio|checkbox/.test(control.type)) {
    if (control.checked !== (control.value === value)) control.click();
    return;
  }
  control.value = value;
  for (const type of ['input', 'change']) control.dispatchEvent(new window.Event(type, { bubbles: true }) as never);
}

/** There are no styles, so only what the HTML hides is unseen. */
export const isSeen = (element: Element | null) =>
  element !== null && !element.closest('[hidden], template') && element.getAttribute('type') !== 'hidden';

/** What is read of an element. */
export const textOf = (element: Element | null) => {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const unseen of copy?.querySelectorAll('script, style, [hidden]') ?? []) unseen.remove();
  return (copy?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
};

/** The name of a button or link. */
export const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? textOf(element);

/**
 * Keeps the focus from falling to the body. Where the element that has it is removed or hidden, as a button that has done its work, the
 * nearest part of the page around it takes it, so that keyboards and screen readers go on from there.
 */
export function keepFocus(): void {
  let last = document.activeElement;
  let around = last ? ancestorsOf(last) : [];
  addEventListener('focusin', ({ target }) => {
    last = target as Element;
    around = ancestorsOf(last);
  });
  const watch = new MutationObserver(() => {
    if (!last || document.activeElement !== document.body || isThere(last)) return;
    const place = around.find((one) => one.matches(places) && isThere(one)) as HTMLElement | undefined;
    if (!place) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'open', 'disabled'] });
}

/** What a screen reader can name, or the whole of the page. */
const places = 'section, form, fieldset, main, [tabindex]';

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}

/** Browsers without `checkVisibility` notice only what was removed. */
function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility?.() !== false;
}

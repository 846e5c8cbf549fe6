// Protects: the services menu opens and closes after the specified times, by mouse, keyboard and touch, and the button of a menu says whether it is open.
import { type Event, Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMenus } from './header-menus.ts';

/** What the document in Node has not: a popover, and the click on its button. */
type Popover = HTMLElement & { isOpen: boolean };

let window: Window;
let panel: Popover;
let button: HTMLElement;
let links: HTMLElement[];

beforeEach(() => {
  window = new Window();
  window.document.body.innerHTML = `<a href="/before"></a><header class="site-header"><div><button>Services</button>
    <div popover class="services-menu-panel"><a href="/1"></a><a href="/2"></a></div></div></header>`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 10_000 });
  vi.advanceTimersByTime(10_000);
  Object.assign(window, { setTimeout });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const find = (selector: string) => window.document.querySelector(selector) as unknown as HTMLElement;
  [panel, button] = [givePopover(find('[popover]')), find('button')];
  links = [find('[href="/1"]'), find('[href="/2"]')];
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await window.happyDOM.close();
});

/** `enter` and `leave` are the pointer's, of a mouse or a finger; a number is time that passes, in milliseconds. */
type Step = 'enter' | 'leave' | 'touch' | 'click' | 'open' | 'closed' | number;

test.each<[string, Step[]]>([
  ['it opens when the pointer has rested on it for 200 ms, not before', ['enter', 199, 'closed', 1, 'open']],
  ['a pointer that only passes does not open it', ['enter', 100, 'leave', 5_000, 'closed']],
  [
    'it closes 150 ms after the pointer left, and not when the pointer came back',
    ['enter', 200, 'leave', 100, 'enter', 5_000, 'open', 'leave', 149, 'open', 1, 'closed'],
  ],
  ['within 300 ms of its closing it opens again without a wait', ['enter', 200, 'leave', 150, 'closed', 299, 'enter', 1, 'open']],
  ['after 300 ms the wait is 200 ms again', ['enter', 200, 'leave', 150, 301, 'enter', 199, 'closed', 1, 'open']],
  ['a click opens it at once, and another closes it', ['enter', 'click', 'open', 1_000, 'open', 'click', 'closed']],
  [
    'a click soon after the pointer came back into the open menu closes it',
    ['enter', 2_200, 'leave', 100, 'enter', 300, 'open', 'click', 'closed'],
  ],
  ['a click just after the hover has opened it leaves it open', ['enter', 500, 'click', 'open']],
  ['a finger on it is no hover', ['touch', 5_000, 'closed', 'click', 'open']],
])('%s', (_, steps) => {
  startMenus();
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else if (step === 'click') click();
    else if (step === 'open' || step === 'closed') expect(state(), `step ${index}`).toEqual([step, String(step === 'open')]);
    else point(step === 'leave' ? 'pointerleave' : 'pointerenter', step === 'touch' ? 'touch' : 'mouse');
  }
});

test('the arrows open it and go up and down its links, and Escape closes it and gives the focus back to its button', () => {
  startMenus();
  button.focus();
  for (const [key, focused] of [
    ['ArrowDown', links[0]],
    ['ArrowDown', links[1]],
    ['ArrowDown', links[1]],
    ['ArrowUp', links[0]],
    ['ArrowUp', button],
    ['ArrowDown', links[0]],
  ] as const) {
    expect(press(key)).toBe(true);
    expect([document.activeElement, ...state()]).toEqual([focused, 'open', 'true']);
  }
  press('Escape');
  expect([document.activeElement, ...state()]).toEqual([button, 'closed', 'false']);
  expect(press('Tab'), 'taken from the browser').toBe(false);
});

test('it closes when the focus goes on to something else and when the page is left, and stays when the window loses the focus', () => {
  startMenus();
  const focusOn = (relatedTarget: Element | null) =>
    links[0]?.dispatchEvent(new window.FocusEvent('focusout', { bubbles: true, relatedTarget: relatedTarget as never }) as never);
  panel.togglePopover(true);
  for (const within of [null, links[1], button]) focusOn(within ?? null);
  expect(state()).toEqual(['open', 'true']);
  focusOn(document.querySelector('[href="/before"]'));
  expect(state()).toEqual(['closed', 'false']);
  panel.togglePopover(true);
  window.dispatchEvent(new window.Event('pagehide'));
  expect(state()).toEqual(['closed', 'false']);
});

test('one that was opened before the scripts came stays open, says so, and closes as any other', () => {
  panel.togglePopover(true);
  button.focus();
  startMenus();
  expect(state()).toEqual(['open', 'true']);
  press('Escape');
  expect(state()).toEqual(['closed', 'false']);
});

const state = () => [panel.isOpen ? 'open' : 'closed', button.getAttribute('aria-expanded')];

/** The browser toggles the popover of a button unless the click was prevented. */
function click(): void {
  const event = new window.MouseEvent('click', { bubbles: true, cancelable: true });
  if (button.dispatchEvent(event as never)) panel.togglePopover();
}

function point(type: string, pointerType: string): void {
  button.parentElement?.dispatchEvent(Object.assign(new window.Event(type), { pointerType }) as never);
}

/** Whether the browser's own answer to the key was prevented. */
function press(key: string): boolean {
  const target = document.activeElement ?? button;
  return !target.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }) as never);
}

function givePopover(element: HTMLElement): Popover {
  const { matches } = element;
  const say = (type: string) => element.dispatchEvent(new window.Event(type) as Event as never);
  return Object.assign(element, {
    isOpen: false,
    matches: (selector: string) => (selector === ':popover-open' ? (element as Popover).isOpen : matches.call(element, selector)),
    showPopover: () => element.togglePopover(true),
    hidePopover: () => void element.togglePopover(false),
    togglePopover: (show: boolean) => {
      const popover = element as Popover;
      if (popover.isOpen === (show ?? !popover.isOpen)) return popover.isOpen;
      say('beforetoggle');
      popover.isOpen = !popover.isOpen;
      say('toggle');
      return popover.isOpen;
    },
  }) as Popover;
}

// Protects: the time that a line is read as is shown before it is saved, and one key says that it is none.
import { Window } from 'happy-dom';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NextTime, TimeAlone } from './next-time.tsx';

const now = Date.UTC(2026, 10, 20, 10);

let window: Window;
let show: (element: ReactNode) => Promise<void>;
const text = () => window.document.querySelector('[role=status]')?.textContent;

beforeEach(() => {
  window = new Window();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(window.document.body as never);
  // What it reads times with is fetched with the line.
  show = (element) =>
    act(async () => {
      root.render(element);
      await import('#forms/typed-time.ts');
    });
});

afterEach(() => vi.unstubAllGlobals());

test('a line of a call says its time, and is one without a time while a key says so', async () => {
  const line = (typed: string) => show(<NextTime id="hint" line={typed} now={now} hours="always" dataKey="0" />);
  await line('ring on 12 dec at 10am');
  expect(text()).toBe('Next: Sat 12 Dec, 10:00.');
  expect(window.document.querySelector('[name=noTime]')).toBe(null);
  await act(async () => (window.document.querySelector('[data-key="0"]') as never as HTMLElement).click());
  expect(text()).toBe('Not a time: on 12 dec at 10am.');
  expect(window.document.querySelector('[name=noTime]')?.getAttribute('value')).toBe('on');
  await line('ring on 12 dec at 11am');
  expect(text()).toBe('Next: Sat 12 Dec, 11:00.');
  await line('Excess 12.50');
  expect(text()).toMatch(/^It may end with a time/);
});

test('a field for a time alone says which one, and which is none', async () => {
  const line = (typed: string) => show(<TimeAlone id="hint" line={typed} now={now} hours="always" hint="As in t10" />);
  await line('');
  expect(text()).toBe('As in t10');
  await line('18:30');
  expect(text()).toBe('Next: Fri 20 Nov, 18:30.');
  await line('Friday week');
  expect(text()).toMatch(/^That is no time yet/);
});

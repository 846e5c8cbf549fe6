// Protects: a live update moves no row under the pointer or the focus, says what waits, and puts no other claim under a finger.
import { Window } from 'happy-dom';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStillRows, WaitingRows } from './still-rows.tsx';

type One = { id: string; band: string; text: string };

let window: Window;
let root: Root;
const opened: string[] = [];

function List({ given }: { given: One[] }) {
  const { rows, ...still } = useStillRows(given, (fresh, { band }) => ({ ...fresh, band }));
  return (
    <div id="list" {...still.hold}>
      {rows.map(({ id, band, text }) => (
        <button type="button" key={id} id={id} onClick={() => opened.push(id)}>
          {`${band} ${text}`}
        </button>
      ))}
      <WaitingRows still={still} />
    </div>
  );
}

const row = (id: string, text = id, band = 'now') => ({ id, text, band });
const show = (...given: One[]) => act(async () => root.render(<List given={given} />));
const shown = () => [...window.document.querySelectorAll('#list > button')].map(({ textContent }) => textContent);
const waits = () => window.document.querySelector('[role=status]')?.textContent;
const find = (selector: string) => window.document.querySelector(selector) as never as HTMLElement;
/** React makes leaving of what is out. */
const pointer = (type: 'pointermove' | 'pointerout') =>
  act(async () => void find('#b')?.dispatchEvent(new window.PointerEvent(type, { bubbles: true }) as never));
const press = (id: string, detail = 1) =>
  act(
    async () => void find(id).dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, detail }) as never),
  );

beforeEach(async () => {
  window = new Window();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(60_000);
  opened.length = 0;
  root = createRoot(window.document.body as never);
  await show(row('a'), row('b'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const updates: [string, One[], string[], string, string[]][] = [
  ['a new one before it', [row('c'), row('a'), row('b')], ['now a', 'now b'], '1 new: show', ['now c', 'now a', 'now b']],
  ['another order', [row('b'), row('a')], ['now a', 'now b'], 'The order has changed: show it', ['now b', 'now a']],
  ['one that is gone', [row('b')], ['now a', 'now b'], 'The order has changed: show it', ['now b']],
  ['other words', [row('a', 'Ben is calling'), row('b')], ['now Ben is calling', 'now b'], '', ['now Ben is calling', 'now b']],
  [
    'another band',
    [row('b'), row('a', 'tried', 'later')],
    ['now tried', 'now b'],
    'The order has changed: show it',
    ['now b', 'later tried'],
  ],
];

test.each(updates)('while the pointer is over the list: %s', async (_name, update, still, says, after) => {
  await pointer('pointermove');
  await show(...update);
  expect([shown(), waits()]).toEqual([still, says]);
  await pointer('pointerout');
  expect([shown(), waits()]).toEqual([after, '']);
});

test('somebody who works by keys sees the order change, wherever the pointer was left', async () => {
  await pointer('pointermove');
  await act(async () => void window.document.dispatchEvent(new window.KeyboardEvent('keydown', { key: '1' })));
  await show(row('b'), row('a'));
  expect(shown()).toEqual(['now b', 'now a']);
});

test('while the focus was brought into it by a key, and when what waits is asked for', async () => {
  await act(async () => find('#b').focus());
  await show(row('c'), row('d'), row('a'), row('b'));
  expect([shown(), waits()]).toEqual([['now a', 'now b'], '2 new: show']);
  await press('[role=status] button');
  expect([shown(), waits()]).toEqual([['now c', 'now d', 'now a', 'now b'], '']);
  await show(row('a'), row('b'));
  await act(async () => find('#b').blur());
  expect(shown()).toEqual(['now a', 'now b']);
});

test('a finger opens nothing for half a second after the order has changed, a key does', async () => {
  await show(row('c'), row('b'));
  await press('#c');
  await press('#b', 0);
  expect(opened).toEqual(['b']);
  vi.advanceTimersByTime(600);
  await press('#c');
  expect(opened).toEqual(['b', 'c']);
});

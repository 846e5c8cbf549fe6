// Protects: the map of /contact is asked for by a tap alone, and the address of the office stays whatever OpenStreetMap does.
import { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMapOnTap } from './map-frame.ts';

let window: Window;
let answer: { resolve: () => void; reject: (why: Error) => void };
let asked: string[];

beforeEach(() => {
  window = new Window();
  window.document.body.innerHTML = `<div class="office-map" data-frame="https://map.example/" data-title="Map of the area">
    <p role="status"></p><address>Our office</address><button>Show the map</button></div>`;
  asked = [];
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    answer = { resolve, reject };
    return promise;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  loadMapOnTap();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await window.happyDOM.abort();
});

const find = (selector: string) => window.document.querySelector(selector);
const said = () => find('[role="status"]')?.textContent;
const settled = () => vi.advanceTimersByTimeAsync(0);

function tap(): void {
  const button = find('button') as unknown as HTMLButtonElement;
  button.focus();
  button.click();
}

test('nothing is asked of anybody before a tap; then the map has the place of the address, and the focus', async () => {
  window.dispatchEvent(new window.Event('online'));
  expect(asked).toEqual([]);
  tap();
  expect([asked, said(), find('iframe')]).toEqual([['https://map.example/'], 'Loading the map…', null]);
  answer.resolve();
  await settled();
  const map = find('iframe');
  expect([map?.getAttribute('src'), map?.getAttribute('title')]).toEqual(['https://map.example/', 'Map of the area']);
  expect([window.document.activeElement, find('address')]).toEqual([map, null]);
});

test('where it cannot be reached the page says so and keeps the address, and it comes by itself with the connection', async () => {
  tap();
  answer.reject(new Error('refused'));
  await settled();
  expect([said(), find('iframe'), find('address')?.textContent]).toEqual(['The map could not be loaded.', null, 'Our office']);
  window.dispatchEvent(new window.Event('online'));
  answer.resolve();
  await settled();
  expect([asked.length, find('iframe') !== null]).toEqual([2, true]);
});

test('where it does not answer the page says so after 15 seconds, and it may still come', async () => {
  tap();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(said()).toBe('Loading the map…');
  await vi.advanceTimersByTimeAsync(1);
  expect([said(), find('address')?.textContent]).toEqual(['The map could not be loaded.', 'Our office']);
  answer.resolve();
  await settled();
  expect(find('iframe')).not.toBeNull();
});

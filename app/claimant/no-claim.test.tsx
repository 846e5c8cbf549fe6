// Protects: what is kept on a device goes once with the claim that is removed from it, and what is typed afterwards stays.
import { Window } from 'happy-dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { NoClaim } from './no-claim.tsx';

const origin = 'https://kerbside.example';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  { how: 'the removal leads there', type: 'navigate', from: origin, isKept: false },
  { how: 'Back leads there, after something else was typed', type: 'back_forward', from: origin, isKept: true },
  { how: 'it is loaded again', type: 'reload', from: origin, isKept: true },
  { how: 'a link of another site leads there', type: 'navigate', from: 'https://other.example', isKept: true },
])('the page after a removal, where $how', async ({ type, from, isKept }) => {
  const window = new Window({ url: `${origin}/your-claim?link=removed` });
  Object.defineProperty(window.document, 'referrer', { value: `${from}/your-claim` });
  for (const name of ['document', 'location'] as const) vi.stubGlobal(name, window[name]);
  vi.stubGlobal('window', window);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  const areas = [window.sessionStorage, window.localStorage];
  for (const area of areas) area.setItem('draft:make-a-claim', '{}');

  const root = createRoot(window.document.body as never);
  await act(async () =>
    root.render(
      <NoClaim isEnded={false} isWrongLink={false} isRemoved>
        {null}
      </NoClaim>,
    ),
  );
  expect(window.document.body.textContent).toContain('no longer open on this device');
  for (const area of areas) expect(area.getItem('draft:make-a-claim') !== null).toBe(isKept);
  await act(async () => root.unmount());
  await window.happyDOM.close();
});

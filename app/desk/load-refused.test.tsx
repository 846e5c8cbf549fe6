// Protects: where a proxy answers in place of the desk, the page stays with what was typed, says whose answer it was, and can be tried again.
import { Window } from 'happy-dom';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, data, type ErrorResponse, isRouteErrorResponse, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPage, LoadRefused, loadRefused } from './load-refused.tsx';

let window: Window;
let answer: () => unknown = () => null;
let router: ReturnType<typeof createBrowserRouter>;
let root: Root;

beforeEach(async () => {
  window = new Window({ url: 'https://kerbside.example/desk/one' });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answer = () => null;
  const children = ['one', 'two'].map((path) => ({
    path,
    loader: () => answer(),
    action: () => answer(),
    element: <textarea key={path} id={path} />,
  }));
  const layout = (
    <>
      <LoadRefused />
      <Outlet />
    </>
  );
  const middleware = [keepPage as never];
  const routes = [{ path: '/desk', middleware, element: layout, children, errorElement: <p>error screen</p> }];
  router = createBrowserRouter(routes, { window: window as never });
  root = createRoot(window.document.body as never);
  await act(async () => root.render(<RouterProvider router={router} />));
  await type('She rang');
});

afterEach(async () => {
  await act(async () => root.unmount());
  router.dispose();
  loadRefused.set(null);
  vi.unstubAllGlobals();
});

const field = () => window.document.querySelector('textarea');
const message = () => window.document.querySelector('[role=alert] p')?.textContent;
const settle = async (what: () => unknown) => {
  await act(async () => void what());
  await act(() => vi.waitUntil(() => router.state.navigation.state === 'idle' && router.state.revalidation === 'idle'));
};
const type = (text: string) => act(async () => void Object.assign(field() as object, { value: text }));
const page = () => [field()?.id, field()?.value, window.location.pathname];

/** An answer that the router takes for an error, in the form in which its loading of data hands it on. */
function errorResponse(status: number, body: unknown): ErrorResponse {
  const response = { status, statusText: '', data: body, internal: false };
  expect(isRouteErrorResponse(response)).toBe(true);
  return response;
}

const refusals: [string, () => unknown, RegExp][] = [
  [
    '429 of a proxy',
    () => errorResponse(429, '<html>Slow down</html>'),
    /server in front of the desk refused it \(429: too many/,
  ],
  [
    '413 of a proxy',
    () => errorResponse(413, '<html>Too large</html>'),
    /server in front of the desk refused it \(413: too large/,
  ],
  ['502 of a proxy', () => errorResponse(502, '<html>Bad gateway</html>'), /server in front of the desk refused it \(502\)/],
  ['503 without a word', () => errorResponse(503, ''), /server in front of the desk refused it \(503\)/],
  ['404 of a proxy', () => errorResponse(404, '<h1>nginx</h1>'), /server in front of the desk refused it \(404\)/],
  ['404 of a proxy in plain text', () => errorResponse(404, '404 page not found\n'), /refused it \(404\)/],
  ['403 of a proxy in plain text', () => errorResponse(403, 'RBAC: access denied'), /refused it \(403\)/],
  ['404 without a word', () => errorResponse(404, ''), /refused it \(404\)/],
  ['our own limit', () => errorResponse(429, '{"message":"Too many. Wait a minute."}'), /Too many\. Wait a minute\./],
  ['a page with 200', () => new Error('Unable to decode turbo-stream response'), /what came is no answer of the desk/],
  ['no connection', () => new TypeError('Failed to fetch'), /no answer came/],
];

test.each(refusals)('%s to a link, a reload and an act', async (_name, refusal, says) => {
  answer = () => {
    throw refusal();
  };
  await settle(() => router.navigate('/desk/two'));
  expect(page()).toEqual(['one', 'She rang', '/desk/one']);
  expect(message()).toMatch(says);

  await settle(() => router.revalidate());
  expect([page(), message()]).toEqual([['one', 'She rang', '/desk/one'], expect.stringMatching(says)]);

  const formData = new FormData();
  await settle(() => router.navigate('/desk/one', { formMethod: 'post', formData }));
  expect([page(), message()]).toEqual([
    ['one', 'She rang', '/desk/one'],
    expect.stringMatching(/so nothing was done|may have been done or not|Too many/),
  ]);

  await settle(() => router.navigate('/desk/two'));
  answer = () => null;
  await settle(() => (window.document.querySelector('[role=alert] button') as never as HTMLElement).click());
  expect([page(), message()]).toEqual([['two', '', '/desk/two'], undefined]);
});

test('what is read again after an act that was done is refused: what the act answered is there', async () => {
  let asked = 0;
  answer = () => {
    asked += 1;
    if (asked === 1) return { done: true };
    throw errorResponse(429, '<html>');
  };
  await settle(() => router.navigate('/desk/one', { formMethod: 'post', formData: new FormData() }));
  expect([page(), Object.values(router.state.actionData ?? {})]).toEqual([['one', 'She rang', '/desk/one'], [{ done: true }]]);
  expect(message()).toMatch(/429/);
});

test.each([
  ['an owner’s page', () => data({ message: 'Ask an owner.' }, { status: 403 })],
  ['a claim that was erased', () => errorResponse(404, null)],
  ['a fault of ours', () => new Error('Unexpected Server Error')],
])('what the desk itself refuses is its own screen: %s', async (_name, refusal) => {
  answer = () => {
    throw refusal();
  };
  await settle(() => router.navigate('/desk/two'));
  expect(window.document.body.textContent).toBe('error screen');
});

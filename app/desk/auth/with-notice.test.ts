// Protects: whatever becomes of a sign-in or sign-up, its page stays with what was typed, and a failure is a notice as well.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noticeStore } from '#app/ui/notice/notices.ts';
import { accountNotices } from '#forms/notices.ts';
import { clientAction as join } from './join-page.tsx';
import { clientAction as signIn } from './sign-in-page.tsx';

beforeEach(() => noticeStore.set(null));

const post = (action: unknown, serverAction: () => Promise<unknown>, signal?: AbortSignal) => {
  const body = new URLSearchParams({ email: 'hana@kerbside.example', password: 'not it' });
  const request = new Request('https://kerbside.example/desk/sign-in', { method: 'POST', body, signal: signal ?? null });
  return (action as (args: object) => Promise<unknown>)({ request, serverAction });
};

test.each([
  ['in', signIn, accountNotices.signInFailed],
  ['up', join, accountNotices.signUpFailed],
])('signing %s: a refusal and the lack of an answer leave the page as it is', async (_, action, { title, fallback }) => {
  const refused = { message: 'Not right.', email: 'hana@kerbside.example' };
  expect(await post(action, async () => refused)).toMatchObject({ data: refused, init: { status: 422 } });
  expect(noticeStore.read()).toMatchObject({ title, description: 'Not right.', tone: 'destructive' });
  // No connection, and the page of a proxy, which the router cannot decode.
  for (const error of [new TypeError('Failed to fetch'), new Error('Unable to decode turbo-stream response')])
    expect(await post(action, () => Promise.reject(error))).toMatchObject({ data: { message: fallback }, init: { status: 503 } });
  expect(noticeStore.read()).toMatchObject({ title, description: fallback, open: true });

  const next = new Response(null, { status: 302, headers: { Location: '/desk/sign-in/code' } });
  await expect(post(action, () => Promise.reject(next))).rejects.toBe(next);
  expect(noticeStore.read(), 'the notice of before').toMatchObject({ open: false });
});

test('an answer that does not come is not waited for without end', async () => {
  vi.stubGlobal('timeLimits', { answer: 20 });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await post(signIn, () => new Promise(() => {}))).toMatchObject({ init: { status: 503 } });
});

test('the first of two presses shows no notice', async () => {
  const first = new AbortController();
  const aborted = post(
    signIn,
    async () => {
      first.abort();
      throw first.signal.reason;
    },
    first.signal,
  );
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(noticeStore.read()).toBeNull();
});

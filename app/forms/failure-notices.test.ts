// Protects: whatever answers in the place of our server, or says that it cannot take a form, the notice says so, and the form is sent later.
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { claim } from '#forms/claim.ts';
import { notices } from '#forms/notices.ts';
import { createConnectedDevice } from '#testing/connected-device.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { allSent, openTestPage } from '#testing/open-test-page.ts';

const own = (status: number, body: string) => new Response(body, { status, headers: { [answerHeader]: '1' } });
const { fallback, email } = notices.failure;

test.each([
  ['Our error with a message', () => own(503, '{"message":"The store is closed."}'), email('The store is closed.')],
  [
    'Very many from one address',
    () => own(429, '{"message":"Very many messages have just come."}'),
    email('Very many messages have just come.'),
  ],
  ['Our error without a message', () => own(500, '{}'), fallback],
  ['Our error that is not JSON', () => own(502, '<h1>Bad Gateway</h1>'), fallback],
  ['The sign-in page of a network', () => new Response('<h1>Sign in to this Wi-Fi</h1>'), fallback],
  ['A page that refuses and is not ours', () => new Response('<h1>Pay first</h1>', { status: 403 }), fallback],
])('%s: the form keeps its values, and is sent once later', async (_, answer, description) => {
  const app = await createTestApp({ RATE_LIMIT: 'off' });
  const { tab, setTrouble, posted } = createConnectedDevice(app);
  const page = await openTestPage(claim);
  const { noticeStore } = await import('#app/ui/notice/notices.ts');
  await tab(async () => {
    await page.attach();
    page.fill(aoife);
    setTrouble(async () => answer());
    await page.submit();
    expect(noticeStore.read()).toMatchObject({ tone: 'destructive', title: notices.failure.title, description });
    expect(page.read().values).toMatchObject(aoife);
    expect(app.rows()).toEqual([]);
    setTrouble('none');
    await allSent(page);
    const rows = app.rows().map(({ reference }) => reference);
    expect(rows, `posted: ${posted.join('\n')}`).toEqual([page.read().receipt?.reference]);
  });
});

test('A request without an answer after twenty seconds fails, and the form keeps its values', async () => {
  const { tab, setTrouble } = createConnectedDevice(await createTestApp({ RATE_LIMIT: 'off' }));
  const page = await openTestPage(claim);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
  setTrouble(({ signal }) => {
    ask(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await tab(async () => {
    await page.attach();
    page.fill(aoife);
    const sending = page.submit();
    const signal = await asked;
    vi.advanceTimersByTime(19_999);
    expect([signal.aborted, page.read().isSending]).toEqual([false, true]);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    await sending;
    expect(page.read()).toMatchObject({ isSending: false, outcome: { kind: 'unreachable' }, values: aoife });
  });
});

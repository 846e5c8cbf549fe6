// Protects: the page of a claim never says that something did not reach us which may be saved.
import { expect, test, vi } from 'vitest';
import { clientAction } from './your-claim-page.tsx';

test.each(['call', 'phone', 'section', 'withdraw', 'erasure'])(
  '%s: after an answer that was lost, nobody is told that it did not reach us',
  async (act) => {
    expect(await messageAfter(act, { onLine: true })).toContain('we cannot tell whether that reached us');
    expect(await messageAfter(act, { onLine: false })).toContain('That did not reach us');
  },
);

async function messageAfter(act: string, navigator: { onLine: boolean }): Promise<string> {
  vi.stubGlobal('navigator', navigator);
  const request = new Request('https://kerbside.example/your-claim.data', { method: 'POST', body: new URLSearchParams({ act }) });
  const serverAction = () => Promise.reject(new TypeError('Failed to fetch'));
  const args = { request, serverAction } as unknown as Parameters<typeof clientAction>[0];
  const { data } = (await clientAction(args)) as { data: { message: string } };
  return data.message;
}

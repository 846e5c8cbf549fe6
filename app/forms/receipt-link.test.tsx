// Protects: a receipt promises what the answer does: its hour, and an e-mail only where one is sent.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { claim } from '#forms/claim.ts';
import { contact } from '#forms/contact.ts';
import { hour } from '#forms/durations.ts';
import { dueBy } from '#forms/london-day.ts';
import { roadside } from '#forms/roadside.ts';
import { Receipt } from './result.tsx';

const link = 'https://kerbside.example/your-claim/7F4M9TQX';

function receiptOf(form: Parameters<typeof Receipt>[0]['form'], emailed: boolean, times = { createdAt: 0 }): string {
  const receipt = { kind: 'accepted', reference: '7F4M-9TQX', ...times, link, emailed } as const;
  return renderToStaticMarkup(<Receipt form={form} receipt={receipt} takesFocus={false} isResult t={(text) => text} />);
}

test('a receipt promises an email only where one is sent, and otherwise shows the private link to note down', () => {
  expect(receiptOf(claim, true)).toContain('We also email it. If nothing comes in an hour, or we are late, call us.');
  expect(receiptOf(claim, true)).not.toContain('write it down');
  expect(receiptOf(claim, false)).not.toContain('We email it');
  expect(receiptOf(claim, false)).toContain(`write it down: <span class="receipt-link">${link}</span>`);
  // Nobody at the roadside is asked for an e-mail address, so nobody expects an e-mail.
  expect(receiptOf(roadside, false)).not.toContain('write it down');
});

test("the hour of the promise is that of the answer, whatever the device's clock says, and a message is promised none", () => {
  const times = { createdAt: Date.UTC(2026, 10, 20, 14), dueAt: Date.UTC(2026, 10, 20, 14) + 24 * hour };
  vi.useFakeTimers({ toFake: ['Date'], now: times.dueAt + 48 * hour });
  onTestFinished(() => void vi.useRealTimers());
  expect(receiptOf(claim, true, times)).toContain(`We will contact you by ${dueBy(times.dueAt, times.createdAt)}.`);
  expect(receiptOf(claim, true, times)).toContain('by 14:00 tomorrow, Saturday 21 November');
  expect(receiptOf(contact, true, times)).toContain('A person will read it and be in touch.');
});

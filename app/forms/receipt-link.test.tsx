// Protects: a receipt promises an e-mail only where one is sent.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { roadside } from '#forms/roadside.ts';
import { Receipt } from './result.tsx';

const link = 'https://kerbside.example/your-claim/7F4M9TQX';

function receiptOf(form: Parameters<typeof Receipt>[0]['form'], emailed: boolean): string {
  const receipt = { kind: 'accepted', reference: '7F4M-9TQX', createdAt: 0, link, emailed } as const;
  return renderToStaticMarkup(<Receipt form={form} receipt={receipt} takesFocus={false} isResult t={(text) => text} />);
}

test('a receipt promises an email only where one is sent, and otherwise shows the private link to note down', () => {
  expect(receiptOf(claim, true)).toContain('We also email it. If nothing comes in an hour, or we are late, call us.');
  expect(receiptOf(claim, true)).not.toContain('note it down');
  expect(receiptOf(claim, false)).not.toContain('We email it');
  expect(receiptOf(claim, false)).toContain(`note it down: <span class="receipt-link">${link}</span>`);
  // Nobody at the roadside is asked for an e-mail address, so nobody expects an e-mail.
  expect(receiptOf(roadside, false)).not.toContain('note it down');
});

// Protects: a visitor reads how the firm earns, and that a partner who sent them may be paid, where the firm says so.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { money } from '#content/money.ts';

const garage = { value: 'K7M4P9', name: 'Northside Garage', isPartner: true };

test('the page about the firm and the notice of what there is to pay say how it earns', async () => {
  const [{ default: AboutPage }, { CostNotice }] = await Promise.all([import('./about-page.tsx'), import('./cost-notice.tsx')]);
  for (const page of [<AboutPage key="about" />, <CostNotice key="notice" />])
    expect(renderToStaticMarkup(page)).toContain(money.earnings);
});

test.each([
  ['a partner who may be paid', garage, 'We may pay them.', ' were sent by <bdi>Northside Garage</bdi>. We may pay them.</p>'],
  ['a partner whom nobody pays', garage, null, ' were sent by <bdi>Northside Garage</bdi>.</p>'],
  ['whom only a link names', { ...garage, isPartner: false }, 'We may pay them.', 'We have not checked that.</p>'],
  ['nobody yet, as on a saved page', undefined, 'We may pay them.', 'says who sent you. We may pay them.</p>'],
])('the note above the form about %s', async (_, source, introducers, end) => {
  vi.doMock('#content/money.ts', () => ({ money: { ...money, introducers } }));
  onTestFinished(() => {
    vi.doUnmock('#content/money.ts');
    vi.resetModules();
  });
  vi.resetModules();
  const { ViaNote } = await import('./via-note.tsx');
  expect(renderToStaticMarkup(<ViaNote formId="claim-form" source={source} />)).toContain(end);
});

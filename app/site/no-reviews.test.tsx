// Protects: a business that has no review yet shows none, and needs no invented one.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';

test('the page of reviews says that there are none yet, without a list, and is left out by search engines', async () => {
  const switches = '#content/switches.ts';
  vi.doMock(switches, async (original) => ({ ...(await original()), hasReviews: false, hasSamples: false }));
  onTestFinished(() => {
    vi.doUnmock(switches);
    vi.resetModules();
  });
  // Another test of the same worker may have loaded the page.
  vi.resetModules();
  const { default: ReviewsPage, meta } = await import('./reviews-page.tsx');
  const html = renderToStaticMarkup(<ReviewsPage />);
  expect(html).toContain('None yet');
  expect(html).not.toContain('<ul');
  expect(meta({} as Parameters<typeof meta>[0])).toContainEqual({ name: 'robots', content: 'noindex' });
});

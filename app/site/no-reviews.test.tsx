// Protects: a business that has no review yet shows none, and needs no invented one.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import ReviewsPage, { meta } from './reviews-page.tsx';

vi.mock('#content/switches.ts', async (original) => ({ ...(await original()), hasReviews: false, hasSamples: false }));

test('the page of reviews says that there are none yet, without a list, and is left out by search engines', () => {
  const html = renderToStaticMarkup(<ReviewsPage />);
  expect(html).toContain('None yet');
  expect(html).not.toContain('<ul');
  expect(meta({} as Parameters<typeof meta>[0])).toContainEqual({ name: 'robots', content: 'noindex' });
});

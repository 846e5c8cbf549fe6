// Protects: a business that has no review yet shows none, needs no invented one, and says only where it is so that it asks everybody.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { site } from '#content/site.ts';
import { sampleBrand } from '../../bin/launch/content-check.ts';

const brand: string = site.brand;

test.each([false, true])(
  'the page says that there are none yet, lists none, is left out by search engines, and says that all are asked: %s',
  async (asksEveryCustomer) => {
    replace('#content/switches.ts', { hasReviews: false, hasSamples: false });
    replace('#content/testimonials.ts', { asksEveryCustomer });
    // Another test of the same worker may have loaded the page.
    vi.resetModules();
    const { default: ReviewsPage, meta } = await import('./reviews-page.tsx');
    const html = renderToStaticMarkup(<ReviewsPage />);
    expect(html).toContain('None yet');
    expect(html).not.toContain('<ul');
    expect(meta({} as Parameters<typeof meta>[0])).toContainEqual({ name: 'robots', content: 'noindex' });
    if (brand !== sampleBrand) return;
    expect(html).toContain('There are none yet.');
    expect(html.includes('We ask every customer. We publish all that they write')).toBe(asksEveryCustomer);
  },
);

function replace(file: string, values: object): void {
  vi.doMock(file, async (original) => ({ ...(await original<object>()), ...values }));
  onTestFinished(() => {
    vi.doUnmock(file);
    vi.resetModules();
  });
}

// Protects: the pages that a proxy sends by itself say whom to call, and tell no other page the address of a private link.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { errorPages } from './error-pages.ts';

test.each(errorPages({ 'referrer-policy': 'strict-origin-when-cross-origin', vary: 'Accept-Encoding' }))(
  '$name names the helpline, is kept by nobody, and sends no referrer',
  ({ headers, body }) => {
    expect(new TextDecoder().decode(body)).toContain(`tel:${site.helpline.tel}`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers).not.toHaveProperty('vary');
  },
);

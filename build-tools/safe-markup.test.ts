// Protects: no script can be compiled into a page from content.
import { expect, test } from 'vitest';
import { safeMarkup } from './safe-markup.ts';

test.each([
  '',
  'No markup at all.',
  '<p>You pay <strong>nothing</strong> up front, see <a rel="noopener" href="https://www.gov.uk/x?a=1&amp;b=2">the rules</a>.</p>',
  '<ol>\n<li>Call <a href="tel:+448081570123">us</a></li>\n</ol>\n<h3 id="what-next">What next?</h3>',
  '<p>We say <span lang="cy" dir="auto"><em>Croeso</em></span>.</p>',
  '{"@context":"https://schema.org","name":"Smith \\u003c Sons"}',
])('%s is ours', (html) => {
  expect(safeMarkup.test(html)).toBe(true);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<script></script>',
  '<p>a</p><script></script>',
  '<p onclick="alert(1)">a</p>',
  '<span onclick="alert(1)">a</span>',
  '<span lang="cy" dir="auto" onclick="alert(1)">a</span>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<a href="data:text/html,x">a</a>',
  '<a href="/" onmouseover="alert(1)">a</a>',
  '<a id="x"href="/">a</a>',
  '<iframe srcdoc="x"></iframe>',
  '<svg><animate onbegin=alert(1)></svg>',
  '<p>a<!-- b --></p>',
  '<base href="https://evil.example">',
  '<p title="x"><style>*{}</style>',
  '<P>',
  '<p',
  'a < b',
])('%s is not', (html) => {
  expect(safeMarkup.test(html)).toBe(false);
});

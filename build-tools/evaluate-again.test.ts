// Protects: what an owner changes at /desk/site is in every text of the content that follows from it, without a build.
import { afterEach, expect, test } from 'vitest';
import { services } from '#content/all-services.ts';
import { faq } from '#content/faq.ts';
import { companyDetails } from '#content/legal.ts';
import { contactPage } from '#content/pages/contact-head.ts';
import { polish } from '#content/roadside/pl.ts';
import { serviceLinks } from '#content/service-links.ts';
import { site } from '#content/site.ts';
import { applyChanges, isOn, withChanges, withoutLinksToOff } from '#content/site-changes.ts';
import { openHours } from '#content/stated-hours.ts';
import { toldToScripts } from '#content/told-to-scripts.ts';
import { refusals } from '#forms/errors.ts';
import { messagesIn } from '#forms/messages.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { withVariables } from './evaluate-again.ts';

afterEach(() => applyChanges({}));

const helpline = { display: '0113 496 0123', tel: '+441134960123' };
const openingHours = {
  times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }],
  bankHolidays: false,
} as const;

test('texts that contain a phone number, the hours or the address follow them', () => {
  const before = JSON.stringify({ site, faq, companyDetails, refusals });
  applyChanges({ helpline, openingHours, address: ['1 New Street', 'Leeds', 'LS1 1AA'] });
  expect(site.helpline).toEqual(helpline);
  expect(openHours).toMatch(/^9am to 5pm Monday to Friday/);
  expect(contactPage.description).toContain('9am–5pm');
  expect(JSON.stringify(polish)).toContain('09:00–17:00');
  expect(companyDetails).toContain('1 New Street, Leeds, LS1 1AA');
  for (const text of [refusals.ourFault, messagesIn(null).refusals.ourFault, evidenceRefusals.closed, evidenceRefusals.tooMany])
    expect(text).toContain(helpline.display);
  applyChanges({});
  expect(JSON.stringify({ site, faq, companyDetails, refusals })).toBe(before);
});

test('scripts of a page are told what differs from what was built, and nothing while nothing does', () => {
  expect(toldToScripts()).toBeNull();
  applyChanges({ helpline });
  expect(JSON.parse(toldToScripts() ?? '')).toMatchObject({ site: { helpline }, openHours });
});

test('a service that is switched off is in no list, and words that linked to it stay', () => {
  const [first] = services;
  const slug = first?.href.replace('/services/', '') ?? '';
  applyChanges({ servicesOff: [slug], faq: [{ question: 'Q', answer: 'A', more: { to: first?.href ?? '', label: 'More' } }] });
  expect(isOn(first?.href ?? '')).toBe(false);
  expect([...services, ...serviceLinks].map(({ href }) => href)).not.toContain(first?.href);
  expect(faq).toEqual([{ question: 'Q', answer: 'A' }]);
  const page = {
    html: `See <a href="/services/${slug}">our page</a>.`,
    services: [{ href: `/services/${slug}` }, { href: '/x' }],
  };
  expect(withoutLinksToOff(page)).toEqual({ html: 'See our page.', services: [{ href: '/x' }] });
});

test('changes for one look are gone afterwards, also where it fails', () => {
  expect(withChanges({ helpline }, () => site.helpline.display)).toBe(helpline.display);
  expect(() =>
    withChanges({ helpline }, () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(site.helpline).not.toEqual(helpline);
});

test('what cannot be evaluated is refused, and what was there stays', () => {
  applyChanges({ helpline });
  expect(() => applyChanges({ openingHours: { times: [null], bankHolidays: false } as never })).toThrow();
  expect(site.helpline).toEqual(helpline);
  expect(openHours).not.toBe('');
});

test('a module keeps its lines, its types and its functions', () => {
  const code =
    "import { site } from './site.ts';\nexport const a: string[] = [\n  site.brand,\n];\nfunction f() {\n  return a;\n}\n";
  const rewritten = withVariables(code, 'content/a.ts') ?? '';
  expect(rewritten).toContain('export let a; evaluate(() => { a = changed("content/a.ts", \'a\', [\n  site.brand,\n]); });');
  expect(rewritten.split('\n')).toHaveLength(code.split('\n').length);
  expect(withVariables('export function f() {}', 'content/f.ts')).toBeNull();
});

test('constants that are taken out of an object or a list follow as well', () => {
  const code = `const site = { helpline: { display: '1', tel: ['2', '3', '4'] } };
    export const { display, tel: [first, , ...others], none = 5 } = site.helpline;`;
  const rewritten = (withVariables(code, 'content/a.ts') ?? '').replace(/import [^;]+;/, '').replace('export ', '');
  const run = new Function('changed', 'evaluate', `${rewritten} return [display, first, others, none];`);
  const sets: (() => void)[] = [];
  const evaluate = (set: () => void) => {
    sets.push(set);
    set();
  };
  expect(run((_: string, __: string, value: unknown) => value, evaluate)).toEqual(['1', '2', ['4'], 5]);
  expect(sets).toHaveLength(2);
});

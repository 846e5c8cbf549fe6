// Protects: the claim form says who sent its visitor, with and without scripts, and sends that with the claim unless it is left out.
import { expect, test } from 'vitest';
import { forms } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import { deviceOrigin } from '#testing/device.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { formPost } from '#testing/http.ts';
import { createSiteBrowser } from '#testing/site-browser.ts';

const link = '/make-a-claim?via=Northside%20Garage';

test('with scripts: the note is above the form, and the claim has the name', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit(link);
  await page.says('You were sent by Northside Garage, says the link');
  page.fill(aoife);
  page.submit();
  await page.shows('.receipt');
  expect(browser.rows()).toMatchObject([{ via: 'Northside Garage' }]);
});

test('without scripts: refused answers bring the note back, and unticked it is in no claim', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.open(link);
  page.fill({ ...lukasz, email: 'someone@nowhere' });
  page.submit();
  const refused = await browser.answerTo(page);
  const box = refused.find('[name="via"]') as HTMLInputElement;
  expect([box.value, box.checked]).toEqual(['Northside Garage', true]);
  expect(refused.text()).toContain('You were sent by Northside Garage');
  refused.fill({ email: String(lukasz.email) });
  box.click();
  refused.submit();
  expect((await browser.answerTo(refused)).find('.receipt')).not.toBeNull();
  expect(browser.rows()).toMatchObject([{ via: null }]);
});

test.each(forms.filter(({ isClaim }) => isClaim).map(({ path }) => path))(
  '%s is made for such a link, is stored nowhere, and shows nothing that is no name',
  async (path) => {
    const { ask } = await createAsking();
    for (const ignored of ['Call+0900+1234', 'K7M4P9', '<b>', '']) {
      const { text, headers } = await ask(`${path}?via=${encodeURIComponent(ignored)}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text.match(/Call 0|sent by|name="via"/)).toBeNull();
    }
    const { text, headers, status } = await ask(`${path}?via=O'Neil+%26+Sons`);
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
    expect(headers.get('set-cookie')).toBeNull();
    expect(text.match(/You were sent by <bdi>[^<]*<\/bdi>/)?.[0]).toBe('You were sent by <bdi>O&#x27;Neil &amp; Sons</bdi>');
    expect(text.includes('<template')).toBe(false);
    const languages = [...text.matchAll(/href="(\/roadside\?[^"]*)"/g)].map(([, href]) => href);
    if (path === roadside.path) expect(languages).toContain('/roadside?lang=pl&amp;via=O%27Neil+%26+Sons');
  },
);

test('a form that is posted for a link that names nobody is taken as any other', async () => {
  const { ask, rows } = await createAsking();
  const { status, text } = await ask('/make-a-claim', formPost({ ...aoife, via: 'Call 0900 1234' }) as RequestInit);
  expect([status, text.includes('Call 0')]).toEqual([200, false]);
  expect(rows()).toMatchObject([{ via: null }]);
});

async function createAsking() {
  const { server, rows } = await createSiteBrowser();
  return {
    rows,
    ask: async (path: string, init?: RequestInit) => {
      const response = await server(new Request(deviceOrigin + path, init));
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

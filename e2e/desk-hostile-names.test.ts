// Protects: a parameter named like a property of every object is refused.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();

/** Names of properties that every plain object has. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

test('an action or a parameter named like a property that every object inherits is refused and is no fault', async () => {
  const { product } = desk.journey;
  const id = await desk.send(aoife);
  const headers = { Cookie: desk.owner.browser.context().cookie ?? '', Origin: product.url };
  for (const name of inherited) {
    for (const path of ['/desk/staff', '/desk/account', `/desk/submissions/${id}`]) {
      const posted = await product.request(path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ act: name, role: name, id: name }).toString(),
      });
      expect(posted.status, `POST ${path} ${name}`).toBe(422);
    }
    const query = new URLSearchParams(
      ['act', 'assigned', 'did', 'due', 'form', 'from', 'list', 'mail', 'page', 'q', 'until'].map((key) => [key, name]),
    );
    for (const path of [
      `/desk/submissions/${id}`,
      '/desk/all',
      '/desk/list.csv',
      '/desk/audit',
      '/desk/people',
      '/desk/account',
    ]) {
      const response = await product.request(`${path}?${query}`, { headers });
      expect(response.status, `GET ${path} ${name}`).toBe(200);
    }
  }
  expect(product.output()).not.toContain('"level":"error"');
});

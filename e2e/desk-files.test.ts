// Protects: downloads of the desk are files and not screens, on record, and hostile parameters are refused.
import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { formPost, jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import { until } from '#testing/until.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { ownServers } from './harness/journey.ts';

const inboundSecret = 'thirty-two characters for e-mails';
const desk = setupDeskJourney({ ...ownServers, INBOUND_SECRET: inboundSecret });
const { journey } = desk;

beforeAll(async () => {
  await journey.product.request(
    '/functions/v1/send-form-email',
    jsonPost({ formName: 'Make a Claim', formData: { ...aoife, firstName: 'Quorra' } }),
  );
});

const ask = (path: string, method = 'GET', member = desk.owner, body?: Record<string, string>) => {
  const { headers, ...posted } = body ? formPost(body) : { method, headers: {} };
  const cookie = { Cookie: member.browser.context().cookie ?? '', Origin: journey.product.url };
  return journey.product.request(path, { ...posted, headers: { ...headers, ...cookie } });
};

test.each([
  ['/desk/list.csv', 'text/csv; charset=utf-8'],
  ['/desk/list.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['/desk/events', 'text/event-stream'],
  [`/desk/people/export?about=${aoife.email}`, 'text/plain; charset=utf-8'],
])('%s is a file or a line: its headers alone have no body, and it is no screen’s data', async (path, type) => {
  const head = await ask(path, 'HEAD');
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-type': type, 'cache-control': 'no-store' } });
  const response = await ask(path.replace(/(\?|$)/, '.data$1'));
  expect(response.status).toBe(404);
  expect(response.text).not.toContain('Quorra');
});

test('an email that belongs to no claim is saved as it came from the page that lists it', async () => {
  const raw = mimeEmail({ subject: 'Which claim?', html: '<script>alert(1)</script>' });
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', inboundSecret).update(`${seconds}.`).update(raw).digest('hex');
  const headers = { 'Kerbside-Timestamp': seconds, 'Kerbside-Signature': signature };
  expect((await journey.product.request('/inbound/email', { method: 'POST', headers, body: raw })).status).toBe(202);
  const link = await until(
    'it to be listed',
    async () => /href="(\/desk\/emails\/[^"]+)"/.exec((await ask('/desk/unsorted')).text)?.[1],
  );
  const type = {
    'content-type': 'message/rfc822',
    'content-disposition': expect.stringMatching(/^attachment; filename="Which claim/),
  };
  expect(await ask(link, 'GET', desk.handler)).toMatchObject({ status: 200, text: raw.toString(), headers: type });
  expect(await ask(link, 'HEAD')).toMatchObject({ status: 200, text: '', headers: type });
  expect((await ask(`${link}.data`)).status).toBe(404);
});

test("A handler's request for an owner's file is in the audit trail", async () => {
  for (const path of ['/desk/staff', '/desk/erase?about=x', '/desk/audit'])
    expect((await ask(path, 'GET', desk.handler)).status).toBe(403);
  const trail = (await ask('/desk/audit')).text;
  for (const permission of ['manage staff', 'erase', 'read audit trail']) expect(trail).toContain(`permission: ${permission}`);
});

test.each([
  ['/desk?q=Świątek', '/desk?q=%C5%9Awi%C4%85tek'],
  ['/desk/submissions/../responses', '/desk/responses'],
  ['/desk/%0d%0aSet-Cookie:x=y', '/desk/%0d%0aSet-Cookie:x=y'],
  ['/desk/\r\nX: y', '/desk/X:%20y'],
  ['/desk/..//evil.example', '/desk'],
  ['/desk/../make-a-claim', '/desk'],
  ['/desk:99', '/desk'],
  ['//desk', '/desk'],
])('after signing in, to=%j leads to %s', async (to, where) => {
  const response = await ask(`/desk/sign-in?to=${encodeURIComponent(to)}`);
  expect(response).toMatchObject({ status: 302, headers: { location: where } });
});

test('an action or a parameter named like a property that every object inherits is refused and is no fault', async () => {
  const claim = `/desk/submissions/${readStore(journey.product).submissions[0]?.id}`;
  const parameters = ['act', 'assigned', 'did', 'due', 'form', 'from', 'list', 'mail', 'page', 'q', 'until'];
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    for (const path of ['/desk/staff', '/desk/account', claim]) {
      const posted = await ask(path, 'POST', desk.owner, { act: name, role: name, id: name });
      expect(posted.status, `POST ${path} ${name}`).toBe(422);
    }
    const query = new URLSearchParams(parameters.map((parameter) => [parameter, name]));
    for (const path of [claim, '/desk/all', '/desk/list.csv', '/desk/audit', '/desk/people', '/desk/account'])
      expect((await ask(`${path}?${query}`)).status, `GET ${path} ${name}`).toBe(200);
  }
  expect(journey.product.output()).not.toContain('"level":"error"');
});

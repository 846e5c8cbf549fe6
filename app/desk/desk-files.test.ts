// Protects: downloads of the desk are files and not screens, on record, and hostile parameters are refused.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { mimeEmail } from '#testing/fixtures/mime-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { formPost } from '#testing/http.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';
import { until } from '#testing/until.ts';

const inboundSecret = 'thirty-two characters for e-mails';

/** A desk with a claim, whose owner or handler asks for a path. */
async function openDesk() {
  const { services, site, send, ...test } = await openSiteInNode({ INBOUND_SECRET: inboundSecret });
  await send('Make a Claim', { ...aoife, firstName: 'Quorra' });
  const owner = await joinAsStaff(services.auth, 'grace@kerbside.example', 'owner');
  const handler = await joinAsStaff(services.auth, 'hana@kerbside.example');
  const ask = async (path: string, method = 'GET', member = owner, form?: Record<string, string>) => {
    const { headers, ...posted } = form ? formPost(form) : { method, headers: {} };
    const cookie = { Cookie: member.browser.context().cookie ?? '', Origin: 'https://kerbside.example' };
    const response = await site.request(path, { ...posted, headers: { ...headers, ...cookie } } as RequestInit);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  return { ...test, site, handler, owner, ask };
}

test('a file or a line is no screen’s data, and its headers alone have no body', async () => {
  const { ask } = await openDesk();
  for (const [path, type] of [
    ['/desk/list.csv', 'text/csv; charset=utf-8'],
    ['/desk/list.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['/desk/events', 'text/event-stream'],
    [`/desk/people/export?about=${aoife.email}`, 'text/plain; charset=utf-8'],
  ] as const) {
    const expected = { status: 200, text: '', headers: { 'content-type': type, 'cache-control': 'no-store' } };
    expect(await ask(path, 'HEAD'), path).toMatchObject(expected);
    const response = await ask(path.replace(/(\?|$)/, '.data$1'));
    expect(response.status, path).toBe(404);
    expect(response.text).not.toContain('Quorra');
  }
});

test('an email that belongs to no claim is saved as it came from the page that lists it', async () => {
  const { ask, site, handler } = await openDesk();
  const raw = mimeEmail({ subject: 'Which claim?', html: '<script>alert(1)</script>' });
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', inboundSecret).update(`${seconds}.`).update(raw).digest('hex');
  const headers = {
    'Content-Type': 'message/rfc822',
    'Kerbside-Timestamp': seconds,
    'Kerbside-Signature': signature,
  };
  expect((await site.request('/inbound/email', { method: 'POST', headers, body: new Uint8Array(raw) })).status).toBe(202);
  const link = await until(
    'it to be listed',
    async () => /href="(\/desk\/emails\/[^"]+)"/.exec((await ask('/desk/unsorted')).text)?.[1],
  );
  const type = {
    'content-type': 'message/rfc822',
    'content-disposition': expect.stringMatching(/^attachment; filename="Which claim/),
  };
  expect(await ask(link, 'GET', handler)).toMatchObject({ status: 200, text: raw.toString(), headers: type });
  expect(await ask(link, 'HEAD')).toMatchObject({ status: 200, text: '', headers: type });
  expect((await ask(`${link}.data`)).status).toBe(404);
});

test("a handler's request for an owner's file is in the audit trail, and after signing in no address leads elsewhere", async () => {
  const { ask, handler } = await openDesk();
  for (const path of ['/desk/staff', '/desk/erase?about=x', '/desk/audit'])
    expect((await ask(path, 'GET', handler)).status).toBe(403);
  const trail = (await ask('/desk/audit')).text;
  for (const permission of ['manage staff', 'erase', 'read audit trail']) expect(trail).toContain(`permission: ${permission}`);
  for (const [to, where] of [
    ['/desk?q=Świątek', '/desk?q=%C5%9Awi%C4%85tek'],
    ['/desk/submissions/../responses', '/desk/responses'],
    ['/desk/%0d%0aSet-Cookie:x=y', '/desk/%0d%0aSet-Cookie:x=y'],
    ['/desk/\r\nX: y', '/desk/X:%20y'],
    ['/desk/..//evil.example', '/desk'],
    ['/desk/../..//evil.example', '/desk'],
    ['/desk/../make-a-claim', '/desk'],
    ['/desk:99', '/desk'],
    ['/deskevil', '/desk'],
    ['//desk', '/desk'],
    ['//evil.example', '/desk'],
    ['/\\evil.example', '/desk'],
    ['https://evil.example', '/desk'],
    ['javascript:alert(1)', '/desk'],
  ] as const) {
    const response = await ask(`/desk/sign-in?to=${encodeURIComponent(to)}`);
    expect([to, response.status, response.headers.location]).toEqual([to, 302, where]);
  }
});

test('an action or a parameter named like a property that every object inherits is refused and is no fault', async () => {
  const { ask, owner, rows, logged } = await openDesk();
  const claim = `/desk/submissions/${rows()[0]?.id}`;
  const parameters = ['act', 'assigned', 'did', 'due', 'form', 'from', 'list', 'mail', 'page', 'q', 'until'];
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    for (const path of ['/desk/staff', '/desk/account', claim]) {
      const posted = await ask(path, 'POST', owner, { act: name, role: name, id: name });
      expect(posted.status, `POST ${path} ${name}`).toBe(422);
    }
    const query = new URLSearchParams(parameters.map((parameter) => [parameter, name]));
    for (const path of [claim, '/desk/all', '/desk/list.csv', '/desk/audit', '/desk/people', '/desk/account'])
      expect((await ask(`${path}?${query}`)).status, `GET ${path} ${name}`).toBe(200);
  }
  expect(logged.join('\n')).not.toContain('"level":"error"');
});

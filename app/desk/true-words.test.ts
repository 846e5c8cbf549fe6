// Protects: pages of the desk say what they have looked at, and lead nobody to record or pass on what is not so.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

async function openDesk() {
  const site = await openSiteInNode();
  const owner = await joinAsStaff(site.services.auth, 'grace@kerbside.example', 'owner', 'Grace Boateng');
  return { ...site, ...site.visitor(owner.browser) };
}

test('a search for a person says what it does not look through, whether it finds a form or none', async () => {
  const { get, send } = await openDesk();
  await send('Make a Claim', aoife);
  const found = await get(`/desk/people?about=${encodeURIComponent(aoife.email ?? '')}`);
  const none = await get('/desk/people?about=nobody%40example.org');
  expect(found.html).toContain('One submission.');
  expect(none.html).toContain('No form was sent from this address or number');
  for (const { html } of [found, none]) {
    for (const place of ['All claims', 'Unsorted emails', 'the other driver', 'WhatsApp']) expect(html).toContain(place);
    expect(html).not.toMatch(/nothing is held/i);
  }
});

test('an unsorted email is put away as no complaint and no data request, until it is erased', async () => {
  const { get, post, opened } = await openDesk();
  const id = '01900000-0000-7000-8000-000000000001';
  const email = { id, received_at: Date.now(), way: 'post' as const, size: 1, sha256: '', state: 'unsorted' as const };
  await opened.db.db.insertInto('inbound_emails').values(email).execute();
  expect((await get('/desk/unsorted')).html).toContain('Not a claim, complaint or data request');
  const { html } = await post('/desk/unsorted', { email: id, act: 'dismiss' });
  expect(html).toContain('Put away. It is erased 30 days after it came.');
});

test('whoever gives data by phone, or in a message, is told where the notice is', async () => {
  const { html } = await (await openDesk()).get('/desk/new');
  const notice = 'How we use your details is at <!-- -->kerbside.example/complaints<!-- -->, under Privacy.';
  for (const begins of ['Then say: ', 'Then send them: ']) expect(html).toContain(`${begins}“${notice}`);
});

test('the report of responses says what counts as contact and as kept', async () => {
  const { get } = await openDesk();
  const { html } = await get('/desk/responses');
  expect(html).toContain('spoken to, or answered in writing. The share that was kept leaves out');
});

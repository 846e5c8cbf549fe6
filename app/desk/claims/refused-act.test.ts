// Protects: an act that somebody else was first with says who that was, and what was typed beside it is on the page that answers.
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

test('the second of two who mark a claim reads who was first, with the text that was typed still there', async () => {
  const { visitor, services, send, rows } = await openSiteInNode();
  const grace = visitor((await joinAsStaff(services.auth, 'grace@kerbside.example', 'owner', 'Grace Boateng')).browser);
  const olu = visitor((await joinAsStaff(services.auth, 'olu@kerbside.example', 'handler', 'Olu Adeyemi')).browser);
  await send('Make a Claim', aoife);
  const path = `/desk/submissions/${rows()[0]?.id}`;
  await grace.post(path, { act: 'contacted' });
  const { status, html } = await olu.post(path, { act: 'contacted', text: 'She is at the garage.' });
  expect(status).toBe(422);
  expect(html).toMatch(/Grace Boateng marked it as contacted on \w+day/);
  expect(html).toMatch(/<textarea [^>]*id="note"[^>]*>She is at the garage\.<\/textarea>/);
});

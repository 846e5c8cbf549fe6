// Protects: a sender whose address has a domain in another script is one person, whichever spelling their browser or mail program sends.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { openInboundDesk } from '#testing/open-inbound-desk.ts';

const databases = testDatabases();
const [unicode, ascii, another] = ['claimant@bücher.example', 'claimant@xn--bcher-kva.example', 'claimant@bucher.example'];

test.each([
  ['Firefox', unicode, ascii],
  ['Chromium', ascii, unicode],
])('an address that %s sent as %s is the same as %s', async (_, sent, other) => {
  const { receive, view, storeClaim, desk } = await openInboundDesk(await databases.open());
  const id = await storeClaim({ ...lukasz, email: sent, descriptionOfAccident: `Their address is ${other}.` });
  const strangers = await storeClaim({ ...aoife, phone: '07700 900555', vehicleReg: '', email: another });
  // It is shown as it was typed, and what is posted in the other spelling corrects nothing.
  expect(await view(id)).toMatchObject({ data: { email: unicode }, sender: { email: unicode } });
  const answers = JSON.stringify({ email: [unicode, ascii] });
  expect(await desk.runAction(olu, id, { type: 'answers corrected', answers })).toMatchObject({ kind: 'refused' });
  expect((await view(id)).data.descriptionOfAccident).toBe(`Their address is ${other}.`);
  // An email from the other spelling belongs to the claim, and is from its sender.
  expect(await receive({ from: ascii, text: 'More' })).toEqual(['filed']);
  expect((await view(id)).messages).toMatchObject([{ address: unicode, isFromClaimant: true }]);
  const second = await storeClaim({ ...aoife, phone: '07700 900556', vehicleReg: '', email: other });
  await receive({ from: ascii, text: 'Which?' });
  expect(await desk.unsorted(olu)).toMatchObject([{ sender: unicode, suggested: [{}, {}] }]);
  expect((await view(id)).others.map((one) => one.id)).toEqual([second]);
  for (const isIndexed of [false, true]) {
    if (isIndexed) await desk.indexNow();
    for (const typed of [unicode, ascii, ` ${unicode.toUpperCase()} `]) {
      const found = (await desk.inbox(olu, { search: typed })).rows.map((row) => row.id);
      expect([typed, found.toSorted()]).toEqual([typed, expect.arrayContaining([id, second].toSorted())]);
      const person = (await desk.findPerson(olu, typed)).map((row) => row.id);
      expect([typed, person.toSorted()]).toEqual([typed, [id, second].toSorted()]);
      expect((await desk.exportPerson(olu, typed, 'text')).body).toContain(unicode);
    }
  }
  expect((await desk.findPerson(olu, another)).map((row) => row.id)).toEqual([strangers]);
  expect(await desk.erase(grace, [id, second], 'They asked.')).toMatchObject({ kind: 'done' });
  expect(await desk.findPerson(olu, other)).toEqual([]);
});

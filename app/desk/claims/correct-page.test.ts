// Protects: the page that corrects answers loses and changes nothing that was sent: only what somebody changed is a correction.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { type Answers, fieldsOf } from '#forms/form.ts';
import { formOf, forms } from '#forms/forms.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { samples } from '#testing/fixtures/submissions.ts';
import { otherAnswer, postedLines, shownForm, unshowable } from '#testing/shown-form.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

const form = 'form[data-draft]';

/** The product with members of staff, who open and save the page of its first submission. */
async function openDesk() {
  const site = await openSiteInNode();
  const staff = async (name: string) => {
    const { get, post } = site.visitor((await joinAsStaff(site.services.auth, `${name}@kerbside.example`)).browser);
    const path = () => `/desk/submissions/${site.rows()[0]?.id}/answers`;
    return {
      open: async () => shownForm((await get(path())).html, form),
      save: (shown: Answers) => post(path(), postedLines(shown)),
    };
  };
  return { ...site, staff };
}

/** Every field of the claim form with every text, and every text in some field of the others. */
const rounds = forms.map((form) => {
  const asked = fieldsOf(formOf(form.name, {})).filter(({ name, hidden, showIf }) => !hidden && !showIf && name !== 'consent');
  return {
    name: form.name,
    asked,
    count: form.name === claim.name ? unshowable.length : Math.ceil(unshowable.length / asked.length),
  };
});

test.each(rounds)(
  '“$name” saved as it was opened is no correction, and with one answer changed that one alone',
  async (round) => {
    const { name: formName, asked, count } = round;
    const { send, rows, change, sqlite, staff } = await openDesk();
    await send(formName, samples.find((one) => one.formName === formName)?.data);
    const { open, save } = await staff('olu');
    const sent: Answers = JSON.parse(rows()[0]?.form_data ?? '{}');
    for (let index = 0; index < count; index += 1) {
      const first = count === unshowable.length ? index : index * asked.length;
      const textAt = (place: number) => unshowable[(first + place) % unshowable.length] ?? '';
      const answers = Object.fromEntries(asked.map(({ name }, place) => [name, textAt(place)]));
      const stored: Answers = { ...sent, ...answers, noLongerAsked: textAt(asked.length) };
      const text = JSON.stringify(stored).replaceAll("'", "''");
      await change(`delete from corrections; update form_submissions set form_data = '${text}'`);
      const { shown, refused } = await open();
      expect(refused).toEqual([]);
      for (const { name } of asked) expect([name, shown[name] ?? '']).toEqual([name, shown[`was.${name}`]]);
      if (index % 3 > 0) continue;
      if (index === 0) expect((await save(shown)).html).toContain('Nothing was changed.');

      // One of each kind in turn.
      const kinds = [...new Set(asked.map(({ type }) => type))];
      const field = asked.find(({ type }) => type === kinds[(index / 3) % kinds.length]);
      if (!field) throw new Error('The form asks nothing.');
      const { name } = field;
      const answer = otherAnswer(field);
      await save({ ...shown, [name]: answer });
      const kept = answer.replaceAll('\r\n', '\n');
      expect(sqlite.prepare('select field, old, new from corrections').all()).toEqual([
        { field: name, old: stored[name], new: kept },
      ]);
      expect(JSON.parse(rows()[0]?.form_data ?? '')).toEqual({ ...stored, [name]: kept });
    }
  },
);

test('what was typed beside an answer that a colleague has made one of its type since is on the page that asks which counts', async () => {
  const { send, rows, staff } = await openDesk();
  await send('Make a Claim', { ...aoife, timeOfAccident: '6:30 pm', locationOfAccident: 'A23\nby the bridge' });
  const [olu, grace] = [await staff('olu'), await staff('grace')];
  const [mine, theirs] = [await olu.open(), await grace.open()];
  await grace.save({ ...theirs.shown, timeOfAccident: '18:30', locationOfAccident: 'A23\nby the mill' });
  const { html } = await olu.save({ ...mine.shown, timeOfAccident: '7 pm' });
  expect(html).toContain('“Time of accident” was changed meanwhile');
  expect(shownForm(html, form)).toMatchObject({
    shown: { timeOfAccident: '7 pm', locationOfAccident: 'A23\nby the mill' },
    refused: [],
  });
  await olu.save({ ...shownForm(html, form).shown, 'which.timeOfAccident': 'mine' });
  expect(JSON.parse(rows()[0]?.form_data ?? '')).toMatchObject({
    timeOfAccident: '7 pm',
    locationOfAccident: 'A23\nby the mill',
  });
});

// Protects: who finishes a claim that was begun at the roadside loses and changes no stored answer that a browser's controls cannot show.
import { expect, test } from 'vitest';
import { openSectionsOf } from '#forms/continuation.ts';
import type { Answers } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';
import { iwona } from '#testing/fixtures/roadside-starts.ts';
import { otherAnswer, postedLines, shownForm, unshowable } from '#testing/shown-form.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';

test('a section saved as it was opened changes nothing, and with one answer changed that one alone', async () => {
  const { visitor, send, rows, change } = await openSiteInNode();
  const { link } = await (await send(roadside.name, iwona)).json();
  const { get, post } = visitor();
  await get(new URL(link).pathname);
  const stored = (): Answers => JSON.parse(rows()[0]?.form_data ?? '{}');
  const begun = stored();
  const open = openSectionsOf(roadside.name, begun).map(({ fields }) => fields.filter(({ showIf }) => !showIf));
  const fields = open.flat();
  // Each section with other answers. Which ones no control can show is asked of the desk's page (app/desk/claims/correct-page.test.ts).
  for (const [index, [field]] of open.entries()) {
    const first = index * 5;
    const answers = fields.map(({ name }, place) => [name, unshowable[(first + place) % unshowable.length] ?? ''] as const);
    // One answer is still to ask, so that the claim can be finished.
    const before: Answers = { ...begun, ...Object.fromEntries(answers), vehicleModel: '' };
    await change(`update form_submissions set form_data = '${JSON.stringify(before).replaceAll("'", "''")}'`);
    const { html } = await get('/your-claim');
    const { shown } = shownForm(html, `#section-${index + 1} form`);
    await post('/your-claim', postedLines(shown));
    expect(stored()).toEqual(before);
    if (!field) continue;
    const answer = otherAnswer(field);
    await post('/your-claim', postedLines({ ...shown, [field.name]: answer }));
    expect(stored()).toEqual({ ...before, [field.name]: answer.replaceAll('\r\n', '\n') });
  }
});

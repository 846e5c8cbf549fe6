// Protects: the moment by which we promise contact is one moment, wherever the claimant, the team, an owner or a program is told it.
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { ClaimProgress } from '#app/claimant/claim-progress.tsx';
import { NextSteps } from '#app/desk/claims/next-steps.tsx';
import { InboxList } from '#app/desk/inbox/inbox-list.tsx';
import { Receipt } from '#app/forms/result.tsx';
import { callingHours } from '#content/calling-hours.ts';
import type { ClosedDays, OpeningHours } from '#content/opening-hours.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { applyChanges } from '#content/site-changes.ts';
import { withinTarget } from '#content/stated-hours.ts';
import { claim } from '#forms/claim.ts';
import type { Answers, FormDefinition } from '#forms/form.ts';
import { londonTime } from '#forms/london-day.ts';
import { targetEnd, whenOpen } from '#forms/opening-calendar.ts';
import { roadside } from '#forms/roadside.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { withMail } from '#testing/with-mail.ts';
import { createAccept } from './claims/accept/accept.ts';
import { functionEndpoint } from './claims/endpoints/submission-endpoints.ts';
import { createSubmissionStore } from './claims/submission-store.ts';
import { readClaimPage } from './people/claimant/claim-page.ts';

const databases = testDatabases();
afterEach(() => applyChanges({}));

const openingHours: OpeningHours = {
  times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:30' }],
  bankHolidays: false,
};
const closedDays: ClosedDays = { bankHolidaysOf: 'Scotland', days: [{ from: '2026-12-24', to: '2026-12-24' }] };

/** When a claim is sent, and by when a promise of 24 hours says that we call. Times are London's. */
const moments = [
  ['before our own closed day and Christmas', '2026-12-23 16:10', '2026-12-29 16:10'],
  ['in the night of New Year', '2026-12-31 23:00', '2027-01-05 17:30'],
  ['on a Sunday', '2026-11-22 11:00', '2026-11-23 17:30'],
  ['across Good Friday and the change of the clocks', '2027-03-25 16:10', '2027-03-29 16:10'],
] as const;

const forms: [FormDefinition, Answers][] = [
  [claim, { ...lukasz, vehicleType: 'car' }],
  [roadside, idris],
];

const cases = moments.flatMap((moment) => forms.map(([form, answers]) => [...moment, form.slug, form, answers] as const));

test.each(cases)('a claim that is sent %s, %s: by %s (%s)', async (_, sentAt, in24, __, form, answers) => {
  applyChanges({ openingHours, closedDays });
  const sent = timeOf(sentAt);
  const due = Number(site.claimTargetHours) === 24 ? timeOf(in24) : targetEnd(sent, site.claimTargetHours, callingHours);
  expect(form.responseTargetHours).toBe(site.claimTargetHours);

  const here = await openHere();
  here.clock.time = sent;
  const before = form === claim ? claim.note : textsFor(new Request('https://kerbside.example/roadside')).terms;
  expect(before).toContain(withinTarget);
  const answer = await here.post(form, answers);
  expect(Date.parse(answer.dueAt)).toBe(due);
  const { id } = (await here.submissions())[0] ?? { id: '' };

  const receipt = { ...answer, kind: 'accepted' as const, createdAt: Date.parse(answer.createdAt), dueAt: due };
  expect(momentsIn(<Receipt form={form} receipt={receipt} takesFocus={false} isResult t={(text) => text} />)).toEqual([due]);

  here.startWorker();
  const toTeam = await here.server.waitForEmail(({ envelope }) => envelope.to[0] === 'claims@kerbside.example');
  expect(momentAfter(/(?:Call|Promised) by: /, toTeam.text)).toBe(due);
  if (answers.email) {
    const toSender = await here.server.waitForEmail(({ envelope }) => envelope.to[0] === answers.email);
    expect(momentAfter(/We will contact you by /, toSender.text)).toBe(due);
  }

  const view = await here.desk.submission(olu, id);
  if (!view) throw new Error('The desk has no such claim.');
  const shown = <NextSteps view={view} assignees={[]} staff={olu} now={sent} unsavedWhy="" />;
  expect(momentAfter(/SLA: contact by /, textOf(shown))).toBe(due);
  const [queued] = await here.desk.queue(olu, { own: false });
  expect([queued?.dueAt, queued?.next?.at]).toEqual([due, view.ownTargetAt ?? due]);
  const [titles = [], row = []] = (await text(await here.desk.listFile(olu, {}, 'csv')))
    .split('\r\n')
    .map((line) => line.split(','));
  expect(timeOf(row[titles.indexOf('Promised by (London)')] ?? '')).toBe(due);
  const { body } = await here.desk.exportPerson(olu, answers.phone ?? '', 'text');
  expect(`${body}`).toContain(`Contact promised by ${new Date(due).toISOString()}.`);

  // One millisecond apart everybody says that it is late, or nobody does.
  for (const [now, isLate] of [
    [due - 1, false],
    [due + 1, true],
  ] as const) {
    here.clock.time = now;
    const page = await here.claimPage(id);
    const says = textOf(<ClaimProgress claim={page} now={now} />);
    expect(momentAfter(isLate ? /We said we would contact you by / : /we will contact you by /, says)).toBe(due);
    const { rows } = await here.desk.inbox(olu, { sort: 'due' });
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([due]);
    expect(textOf(<InboxList rows={rows} now={now} label="Due" />)).toMatch(isLate ? /Late by/ : /[Dd]ue in/);
    expect((await here.desk.inbox(olu, { due: 'breached' })).rows).toHaveLength(isLate ? 1 : 0);
  }

  // An owner is told at once, or where we close at that moment, when we open next.
  const told = whenOpen(due, callingHours);
  for (const [at, owners] of [
    [told - 1, []],
    [told, [grace.email]],
  ] as const) {
    here.clock.time = at;
    await here.sendDueReminders();
    const digests = (await here.emails()).filter(({ template, recipient }) => template === 'due-digest' && recipient !== null);
    expect(digests.map(({ recipient }) => recipient)).toEqual(owners);
  }
  here.wake();
  const digest = await here.server.waitForEmail(({ envelope }) => envelope.to[0] === grace.email);
  expect(digest.text).toContain('Overdue.');
  expect(momentAfter(/We promised contact by /, digest.text)).toBe(due);
});

async function openHere() {
  const database = await databases.open('sqlite');
  const mail = await withMail(await createTestDesk(database, { hours: callingHours, emailsSenders: true }), {
    emailsSenders: true,
  });
  const { clock, logger: log, now } = mail;
  const store = createSubmissionStore(database, { emailsSenders: true });
  const accept = createAccept({ store, limits: null, log, now, onStored: () => {} });
  const app = new Hono<{ Variables: { body: unknown; address: string | null } }>();
  app.use(async (c, next) => {
    c.set('body', await c.req.json());
    await next();
  });
  const noLink = () => null;
  app.post(
    '/',
    functionEndpoint(accept, noLink, () => []),
  );
  let worker: ReturnType<typeof mail.startWorker> | null = null;
  return {
    ...mail,
    clock,
    startWorker: () => {
      worker = mail.startWorker();
      worker.wake();
    },
    wake: () => worker?.wake(),
    post: async ({ name: formName }: FormDefinition, formData: Answers) => {
      const body = JSON.stringify({ formName, formData });
      const response = await app.request('/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return (await response.json()) as { reference: string; createdAt: string; dueAt: string };
    },
    claimPage: async (id: string) => {
      const page = await readClaimPage(database, id);
      if (!page) throw new Error('The claim has no page.');
      return { ...page, files: [] };
    },
  };
}

/** "2026-12-23 16:10" in London. */
function timeOf(text: string): number {
  const [, date = '', hours, minutes] = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)/.exec(text) ?? [];
  return londonTime(Date.parse(date), Number(hours), Number(minutes));
}

function textOf(element: React.ReactElement): string {
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return decodeHtml(html.replaceAll(/<[^>]+>/g, ' ')).replaceAll(/\s+/g, ' ');
}

function momentsIn(element: React.ReactElement): number[] {
  return [...textOf(element).matchAll(momentPattern)].map(([text]) => momentOf(text));
}

function momentAfter(words: RegExp, text = ''): number {
  const [, told = ''] = new RegExp(`${words.source}\\s*(${momentPattern.source})`).exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  return momentOf(told);
}

const clock = /\d\d:\d\d/;
const date = /[A-Z][a-z]+,? \d{1,2} [A-Z][a-z]+(?: \d{4})?/;

/** "16:10, Tuesday 29 December", "Tuesday 29 December, 16:10" or "Tue, 29 Dec 2026, 16:10". */
const momentPattern = new RegExp(`${clock.source}(?: tomorrow)?, ${date.source}|${date.source}, ${clock.source}`, 'g');

/** The name of the day tells the year where none is named. */
function momentOf(text: string): number {
  const [, day = '', number, month = ''] = /([A-Z][a-z]+),? (\d{1,2}) ([A-Z][a-z]{2})/.exec(text) ?? [];
  const [time = ''] = clock.exec(text) ?? [];
  const [found] = [2026, 2027]
    .map((year) => Date.parse(`${number} ${month} ${year} UTC`))
    .filter((at) => new Date(at).toUTCString().startsWith(day.slice(0, 3)));
  return timeOf(`${new Date(found ?? Number.NaN).toISOString().slice(0, 10)} ${time}`);
}

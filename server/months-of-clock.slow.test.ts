// Protects: over months of clock each email is sent once, nobody waits past their promise without an alarm, and only what is past its time is erased.
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { OpeningHours } from '#content/opening-hours.ts';
import { applyChanges } from '#content/site-changes.ts';
import { day, hour, minute } from '#forms/durations.ts';
import { verifyChain } from '#server/core/audit/verify-chain.ts';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { addStaff } from '#testing/create-test-desk.ts';
import { chan, harpreet, marcia } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { startMailServer } from '#testing/mail-server.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { reminderTimesOf } from './claims/sla/reminder-times.ts';

/** `npm run test:long` walks from September to January; other runs only over the day on which the clocks change. */
const [from, walked] = process.env.MONTHS ? ['2026-09-21', 122] : ['2026-10-24', 3];
const step = 30 * minute;

const openingHours: OpeningHours = {
  times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }],
  bankHolidays: false,
};
/** Christmas Eve is the owner's, Boxing Day is a Saturday and made up for on the Monday; 25 December and 1 January are Fridays. */
const closed = ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01'];

/** What is sent, in turn. A driver by profession and a start at the roadside have short targets of our own; messages are promised no time. */
const sent = [
  { form: 'Make a Claim', data: lukasz, isShort: false },
  { form: 'Contact Us', data: harpreet, isShort: false },
  { form: 'Make a Claim', data: aoife, isShort: true },
  { form: 'Partners Inquiry', data: marcia, isShort: false },
  { form: 'Roadside Start', data: idris, isShort: true },
];

type Row = {
  id: string;
  reference: string;
  createdAt: number;
  dueAt: number | null;
  targetAt: number | null;
  isShort: boolean;
  isNeglected: boolean;
  sender: string | null;
};

afterEach(() => applyChanges({}));

test(`${walked} days from ${from} in steps of half an hour`, async () => {
  applyChanges({
    openingHours,
    closedDays: { bankHolidaysOf: 'England and Wales', days: [{ from: '2026-12-24', to: '2026-12-24' }] },
  });
  const [mail, hooks] = [await startMailServer(), await startWebhookServer()];
  const clock = { now: Date.parse(`${from}T00:00:00Z`) };
  const { services, sqlite, send, dataDir } = await createTestApp(
    {
      SMTP_URL: mail.url,
      MAIL_FROM: 'website@kerbside.example',
      MAIL_TO: 'team@kerbside.example',
      ALARM_URL: `${hooks.url}/alarms`,
      RATE_LIMIT: 'off',
    },
    {},
    { now: () => clock.now },
  );
  // Its timer is of the real clock. The job that tells of alarms checks them too.
  services.alarmWatch.close();
  for (const member of [olu, grace]) await addStaff(services.app.db, member);

  const busy = sqlite
    .prepare(
      'select count(*) from jobs where finished_at is null and failed_at is null and (run_at <= ? or lease_until is not null)',
    )
    .pluck();
  const settle = async () => {
    for (services.app.jobs.wake(); busy.get(clock.now) !== 0; ) await setTimeout(2);
  };
  const newest = sqlite.prepare(
    'select id, reference, created_at as createdAt, due_at as dueAt, target_at as targetAt from form_submissions order by rowid desc limit 1',
  );
  const waiting = new Set<Row>();
  const all: Row[] = [];
  const sendNext = async () => {
    const { form, data, isShort } = sent[all.length % sent.length] ?? expect.fail();
    const sender = 'email' in data ? `sender${all.length}@example.com` : null;
    expect((await send(form, { ...data, ...(sender && { email: sender }) })).status).toBe(200);
    const row = { ...(newest.get() as Row), isShort, sender, isNeglected: all.length % 4 === 2 };
    if (row.dueAt !== null) expect(daysBetween(row.createdAt, row.dueAt)).toBeLessThanOrEqual(1);
    if (row.dueAt !== null) expect(isOpen(row.dueAt - 1)).toBe(true);
    all.push(row);
    waiting.add(row);
  };
  const call = async (row: Row) => {
    expect(await services.desk.runAction(olu, row.id, { type: 'contacted' })).toMatchObject({ kind: 'done' });
    waiting.delete(row);
  };

  const messages = ['expires', 'stays', 'is spam'];
  for (const message of messages) await send('Contact Us', { ...chan, message });
  const ofMessage = sqlite.prepare('select id from form_submissions where form_data like ?').pluck();
  const [expiring, , spam] = messages.map((message) => String(ofMessage.get(`%"${message}"%`)));
  const halfWay = clock.now + (walked / 2) * day;
  sqlite.prepare('update form_submissions set created_at = ? where id = ?').run(halfWay - 365 * day, expiring);
  await services.desk.runAction(olu, spam ?? '', { type: 'quarantined' });
  const erased = sqlite.prepare('select id, erased_at as at from tombstones order by erased_at');

  const alarms = (name: string) => hooks.hooks.flatMap(({ body }) => (body?.alarm === name ? [body.state] : []));
  const reminders = sqlite.prepare(
    "select template, recipient from jobs where created_at = ? and template in ('due-digest', 'escalation')",
  );
  const remindedAt = new Map<string | null, number>();
  const seen = { callsTold: 0, digests: 0, targetsMissed: 0 };
  let wasLate = false;
  for (let turn = 0; turn < walked * 48; turn += 1, clock.now += step) {
    const at = clock.now;
    const now = new Date(at).toISOString();
    const open = isOpen(at);
    if (turn % 48 === 0) recordBackup(dataDir, { madeAt: now, by: 'a test' });
    const promised = [...waiting].filter((row): row is Row & { dueAt: number } => row.dueAt !== null);
    const late = promised.filter((row) => (row.targetAt ?? row.dueAt) < at);
    const isRinging = promised.some(
      ({ isShort, targetAt }) => isShort && opening(targetAt) > at - step && opening(targetAt) <= at,
    );
    await settle();

    expect(services.alarmWatch.raised(), now).toHaveLength(late.length > 0 ? 1 : 0);
    if (late.length > 0 !== wasLate) expect(alarms('response_target_missed').at(-1), now).toBe(wasLate ? 'ended' : 'begun');
    if (late.length > 0 && !wasLate) seen.targetsMissed += 1;
    wasLate = late.length > 0;
    if (isRinging) seen.callsTold += 1;
    expect(alarms('nobody_calls'), now).toHaveLength(seen.callsTold);

    const stored = reminders.all(at) as { template: string; recipient: string | null }[];
    const digests = stored.filter(({ template }) => template === 'due-digest');
    seen.digests += digests.length;
    const isMorning = open && !isOpen(at - step);
    const isAnyLate = promised.some(({ createdAt, dueAt, targetAt }) =>
      reminderTimesOf({ createdAt, dueAt, ownTargetAt: targetAt }).some((time) => time <= at),
    );
    if (!open || !(isAnyLate || isMorning)) expect(digests, now).toEqual([]);
    if (isMorning && promised.length > 0) expect(digests, now).toContainEqual({ template: 'due-digest', recipient: null });
    const isHourOver = at - (remindedAt.get(null) ?? 0) >= hour;
    if (open && late.length > 0 && isHourOver && isOpen(at - hour))
      expect(digests, now).toContainEqual({ template: 'due-digest', recipient: null });
    for (const recipient of new Set(stored.map((one) => one.recipient))) {
      expect(at - (remindedAt.get(recipient) ?? 0), `${now} ${recipient}`).toBeGreaterThanOrEqual(hour);
      remindedAt.set(recipient, at);
    }

    // What is sent or done now is told in this half hour.
    if (turn % 11 === 0) await sendNext();
    const isCalled = ({ isNeglected, isShort, targetAt, dueAt, createdAt }: Row) =>
      open && (isNeglected ? at > (targetAt ?? dueAt ?? at) + 3 * hour : isShort || at > createdAt);
    const calls = [...waiting].filter(isCalled);
    for (const row of calls) await call(row);
    if (turn % 11 === 0 || calls.length > 0) await settle();
  }

  expect(seen, JSON.stringify(seen)).toEqual({
    callsTold: expect.any(Number),
    digests: expect.any(Number),
    targetsMissed: expect.any(Number),
  });
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  expect([...new Set(hooks.hooks.map(({ body }) => body?.alarm))].toSorted()).toEqual(['nobody_calls', 'response_target_missed']);
  const gone = erased.all() as { id: string; at: number }[];
  expect(gone.map(({ id }) => id)).toEqual(walked > 61 ? [spam, expiring] : [expiring]);
  expect((gone.find(({ id }) => id === expiring)?.at ?? 0) - halfWay).toBeLessThanOrEqual(26 * hour);
  expect(sqlite.prepare('select count(*) from form_submissions').pluck().get()).toBe(all.length + messages.length - gone.length);

  const unsent = sqlite.prepare(
    "select * from jobs where kind in ('email', 'acknowledgement') and (finished_at is null or attempts <> 1)",
  );
  expect(unsent.all()).toEqual([]);
  expect(new Set(mail.emails.map(({ messageId }) => messageId)).size).toBe(mail.emails.length);
  for (const { reference, sender } of all) {
    const about = mail.emails.filter(({ subject, text }) => `${subject} ${text}`.includes(reference));
    expect(
      about.filter(({ subject, envelope }) => !subject?.startsWith('[Desk]') && envelope.to[0] === 'team@kerbside.example'),
    ).toHaveLength(1);
    const receipts = about.filter(({ subject, envelope }) => envelope.to[0] === sender && subject?.startsWith('We have your'));
    expect(receipts).toHaveLength(sender === null ? 0 : 1);
  }
  expect(await verifyChain(services.app.db)).toMatchObject({ kind: 'whole' });
  const leftOver = sqlite.prepare('select kind, template, created_at from jobs where subject_id is null and finished_at < ?');
  expect(leftOver.all(clock.now - 92 * day)).toEqual([]);
  const perSubmission =
    Number(sqlite.prepare('select count(*) from jobs where subject_id is not null').pluck().get()) / all.length;
  expect(perSubmission).toBeLessThan(5);
});

/** The time itself where the business is open or closes, otherwise when it opens. */
function opening(at: number | null): number {
  for (let time = at ?? Number.NaN; ; time += step) if (isOpen(time) || Number.isNaN(time)) return time;
}

function isOpen(at: number): boolean {
  const { date, weekday, hours } = london(at);
  return weekday !== 'Sun' && !closed.includes(date) && hours >= 8 && hours < 20;
}

/** How many days there are between, without those on which the business is closed. */
function daysBetween(one: number, other: number): number {
  let ms = 0;
  for (let at = one; at < other; at += step) {
    const { date, weekday } = london(at);
    if (weekday !== 'Sun' && !closed.includes(date)) ms += step;
  }
  return ms / day;
}

function london(at: number) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, weekday: parts.weekday, hours: Number(parts.hour) };
}

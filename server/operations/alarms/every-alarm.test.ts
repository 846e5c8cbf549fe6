// Protects: every alarm is defined once, and is told wherever alarms are.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Alarm, defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { alarmMessage } from './alarm-jobs.ts';
import type { AlarmWatch } from './alarm-watch.ts';

// Protects that an alarm needs nothing but its definition.

test('every alarm appears in the log, the metrics, at ALARM_URL and in the desk by its definition alone', async () => {
  const hooks = await startWebhookServer();
  const { services, logged } = await createTestApp({ ALARM_URL: hooks.url });
  const { alarmWatch, metrics, desk } = services;
  const added = { name: 'tyres_flat', about: 'Tyres', what: 'All tyres are flat.', todo: 'Pump them up.' };
  alarmWatch.add([defineAlarm({ ...added, check: () => null })]);
  const defined = copyAlarms(alarmWatch);
  const names = defined.map(({ name }) => name);
  expect(defined.length).toBeGreaterThanOrEqual(25);
  expect(defined.at(-1)).toMatchObject({ alert: 'KerbsideTyresFlat' });
  const loggedNames = (event: string) =>
    logged.map((line) => JSON.parse(line)).flatMap((line) => (line.event === event ? [line.alarm] : []));
  const valuesOf = async () =>
    Object.fromEntries([...(await metrics.text()).matchAll(/^kerbside_alarm\{name="(\w+)"\} (\d)$/gm)].map(([, ...of]) => of));
  const allAre = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
  await alarmWatch.check();
  expect([loggedNames('alarm'), await valuesOf(), services.alarms()]).toEqual([[], allAre('0'), []]);

  for (const alarm of defined) alarm.check = () => `${alarm.name}: this is wrong.`;
  await alarmWatch.check();
  expect(loggedNames('alarm').toSorted()).toEqual(names.toSorted());
  expect(await valuesOf()).toEqual(allAre('1'));
  // The inbox shows the claims of the other one.
  expect(services.alarms().map(({ name, message }) => `${name} ${message}`)).toEqual(
    names.filter((name) => name !== 'response_target_missed').map((name) => `${name} ${name}: this is wrong.`),
  );
  const sent = () => new Set(hooks.hooks.map(({ body }) => [body?.alarm, body?.alert, body?.what, body?.todo].join('\n')));
  // Where a run of the job is under way, which may have looked before, it is that one.
  await until('all to be sent', async () => {
    await desk.runJob(grace, { now: 'alarms' });
    return sent().size >= names.length;
  });
  expect([...sent()].toSorted()).toEqual(
    defined.map(({ name, alert, what, todo }) => [name, alert, what, todo].join('\n')).toSorted(),
  );

  for (const alarm of defined) alarm.check = () => null;
  await alarmWatch.check();
  expect(loggedNames('alarm resolved').toSorted()).toEqual(names.toSorted());
  expect([await valuesOf(), services.alarms()]).toEqual([allAre('0'), []]);
});

test('every alarm says in words what it is about, since when in London, and which page of the desk to open', async () => {
  const { alarmWatch } = (await createTestApp()).services;
  const pages = await deskPages();
  for (const alarm of alarmWatch.defined) {
    const { about, page, alert } = alarm;
    for (const state of ['begun', 'lasts', 'ended'] as const) {
      // In summer, when the clocks of London are an hour before those of UTC.
      const { text, link } = alarmMessage(
        { brand: 'Fieldfare', siteUrl: 'https://a.example' },
        alarm,
        state,
        Date.UTC(2026, 6, 1, 9),
      );
      expect(text).toMatch(new RegExp(`^Fieldfare: (Alarm|Still an alarm|Over): ${about}\\. `));
      expect(text).toContain(' Since Wednesday 1 July, 10:00.');
      expect(text.endsWith(` ${link}`)).toBe(true);
      expect(text).not.toMatch(new RegExp(`UTC|\\d{4}-\\d\\d|${alert}|${alarm.name}`));
    }
    expect(about, alarm.name).toMatch(/^[A-Z][a-z ]+$/);
    expect(pages, alarm.name).toContain(page.slice(1).split('?')[0]);
  }
});

/** The alarms of a watch as copies, whose checks a test may replace: other tests of the same worker have those of the modules. */
function copyAlarms({ defined }: AlarmWatch): Alarm[] {
  defined.splice(0, defined.length, ...defined.map((alarm) => ({ ...alarm })));
  return defined;
}

/** The addresses of the pages, as the map of routes has them. */
async function deskPages(): Promise<string[]> {
  const routes = await readFile('app/routes.ts', 'utf8');
  return [...routes.matchAll(/route\('([^']+)'/g)].flatMap(([, path]) => path ?? []);
}

test('an alarm whose check fails stays as it was, and keeps no other from being checked', async () => {
  const { alarmWatch } = (await createTestApp()).services;
  const [first, second] = copyAlarms(alarmWatch);
  if (!first || !second) throw new Error('There are none.');
  const raised = () => alarmWatch.raised().map(({ name }) => name);
  first.check = () => 'It is wrong.';
  await alarmWatch.check();
  expect(raised()).toEqual([first.name]);
  first.check = () => {
    throw new Error('The disk does not answer.');
  };
  second.check = async () => 'This is wrong too.';
  await alarmWatch.check();
  expect(raised()).toEqual([first.name, second.name]);
});

test('the result of a check that began before another and ended after it is not used', async () => {
  const { alarmWatch } = (await createTestApp()).services;
  const [alarm] = copyAlarms(alarmWatch);
  if (!alarm) throw new Error('There is none.');
  const slow = Promise.withResolvers<string>();
  alarm.check = () => slow.promise;
  const earlier = alarmWatch.check();
  alarm.check = () => null;
  await alarmWatch.check();
  slow.resolve('It was wrong.');
  await earlier;
  expect(alarmWatch.raised()).toEqual([]);
});

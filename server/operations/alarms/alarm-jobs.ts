import { site } from '#content/site.ts';
import { day, minute } from '#forms/durations.ts';
import { londonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import type { Alarm } from '#server/core/jobs/define-alarm.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { setPayload } from '#server/core/jobs/queue.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { alarmWatchOf } from './alarm-watch.ts';
import { call } from './call.ts';

/** While an alarm lasts, it is sent again after this time. */
const repeatMs = day;

/**
 * An alarm is over when no instance has seen it for this long: another instance may still see it, and a new process needs a moment
 * before it does.
 */
const quietMs = 5 * minute;

const kind = 'alarms';

/** What was sent about an alarm, as kept in the job's row. `toldAt`: null until the first POST about it was taken. */
type Told = { since: number; seenAt: number; toldAt: number | null };

/** What is sent of an alarm. */
export type SentAlarm = Pick<Alarm, 'name' | 'alert' | 'about' | 'page' | 'what' | 'todo'>;

export type AlarmState = 'begun' | 'lasts' | 'ended';

/** The site that is named as the sender of an alarm. */
type Sender = { brand: string; siteUrl: string };

/**
 * A recurring job, so that one instance does it and a restart forgets nothing. Each run compares the alarms that are raised with what
 * was sent, and POSTs the difference; what the receiver did not take is part of the next difference.
 */
export const alarmJob = defineJob({
  kind,
  title: 'Sending alarms',
  isWatchedElsewhere: true,
  next: every(minute),
  handle: async (job, { signal }, app) => {
    const watch = alarmWatchOf(app);
    await watch.check();
    const at = app.now();
    const told = new Map(Object.entries(JSON.parse(job.payload ?? '{}') as Record<string, Told>));
    const save = () => setPayload(app, kind, JSON.stringify(Object.fromEntries(told)));
    let sent = 0;
    const refused = new Map<string, string>();
    /** Whether it was taken. One that is refused must not keep the others from being sent. */
    const isTaken = async (alarm: Alarm, state: AlarmState, since: number): Promise<boolean> => {
      try {
        await sendAlarm(app, alarm, { state, since, signal });
      } catch (error) {
        signal.throwIfAborted();
        refused.set(alarm.name, errorMessage(error));
        return false;
      }
      sent += 1;
      return true;
    };
    for (const { name, since } of watch.raised()) {
      const { since: first = since ?? at, toldAt = null } = told.get(name) ?? {};
      told.set(name, { since: first, seenAt: at, toldAt });
    }
    await save();
    for (const [name, { since, seenAt, toldAt }] of told) {
      const alarm = watch.defined.find((one) => one.name === name);
      // Another version may have stored alarms that this one does not know.
      if (!alarm) told.delete(name);
      else if (at - seenAt >= quietMs) {
        if (toldAt !== null && !(await isTaken(alarm, 'ended', since))) continue;
        told.delete(name);
      } else if (seenAt === at && (toldAt === null || at - toldAt >= repeatMs)) {
        if (!(await isTaken(alarm, toldAt === null ? 'begun' : 'lasts', since))) continue;
        told.set(name, { since, seenAt, toldAt: at });
      } else continue;
      await save();
    }
    if (refused.size > 0)
      throw new Error(`${[...new Set(refused.values())].join(' ')} Not taken: ${[...refused.keys()].join(', ')}.`);
    return done(told.size === 0 && sent === 0 ? 'No alarm.' : `${told.size} alarms; ${sent} messages sent.`);
  },
});

/**
 * Sends a GET every minute. When these stop, the service at the other end knows that the process, its worker, its store or the
 * machine has stopped.
 */
export const heartbeatJob = defineJob({
  kind: 'heartbeat',
  title: 'Heartbeat',
  isWatchedElsewhere: true,
  next: every(minute),
  handle: async (_, { signal }, { env }) => {
    if (env.heartbeatUrl !== null) await call('HEARTBEAT_URL', env.heartbeatUrl, signal);
    return done('It was taken.');
  },
});

/** Sends one alarm to ALARM_URL. */
export async function sendAlarm(
  { env }: App,
  alarm: SentAlarm,
  { state, since, signal }: { state: AlarmState; since: number; signal: AbortSignal },
): Promise<void> {
  if (env.alarmUrl === null) return;
  const sender = { brand: site.brand, siteUrl: env.siteUrl };
  await call('ALARM_URL', env.alarmUrl, signal, alarmMessage(sender, alarm, state, since));
}

/**
 * The body of a POST to ALARM_URL: what it is about, what is wrong and since when in London, what to do, and where. Slack, Mattermost, Rocket.Chat and Teams show `text`, Discord `content`, Gotify `message` and
 * `title`.
 */
export function alarmMessage({ brand, siteUrl }: Sender, alarm: SentAlarm, state: AlarmState, since: number) {
  const { name, alert, about, what, todo } = alarm;
  const title = `${brand}: ${{ begun: 'Alarm', lasts: 'Still an alarm', ended: 'Over' }[state]}: ${about}`;
  const message = `${what} Since ${londonMoment(since)}.${state === 'ended' ? '' : ` ${todo}`}`;
  const link = siteUrl + alarm.page;
  const text = `${title}. ${message} ${link}`;
  return {
    kind: 'alarm',
    alarm: name,
    alert,
    state,
    since: new Date(since).toISOString(),
    link,
    what,
    todo,
    brand,
    site: siteUrl,
    title,
    message,
    text,
    content: text,
  };
}

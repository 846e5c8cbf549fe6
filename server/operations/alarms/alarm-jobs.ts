import { site } from '#content/site.ts';
import { day, minute } from '#forms/durations.ts';
import { londonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { Alarm } from '#server/core/jobs/define-alarm.ts';
import { defineJob, done, every, retryAfter } from '#server/core/jobs/define-job.ts';
import { enqueue, setPayload } from '#server/core/jobs/queue.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { alarmWatchOf } from './alarm-watch.ts';

/** While an alarm lasts, it is sent again after this time. */
const repeatMs = day;

/**
 * An alarm is over when no instance has seen it for this long: another instance may still see it, and a new process needs a moment
 * before it does.
 */
const quietMs = 5 * minute;

const kind = 'alarms';
const eventKind = 'alarm-once';

/** How long an address may take to answer. */
const timeoutMs = 10_000;

/** What was sent about an alarm, as stored in the job's row. `toldAt`: null until the first POST about it was accepted. */
type Sent = { since: number; seenAt: number; toldAt: number | null };

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
    const sent = new Map(Object.entries(JSON.parse(job.payload ?? '{}') as Record<string, Sent>));
    const save = () => setPayload(app, kind, JSON.stringify(Object.fromEntries(sent)));
    let messages = 0;
    const refused = new Map<string, string>();
    /** Whether it was accepted. One that is refused must not keep the others from being sent. */
    const isAccepted = async (alarm: Alarm, state: AlarmState, since: number): Promise<boolean> => {
      try {
        await sendAlarm(app, alarm, { state, since, signal });
      } catch (error) {
        signal.throwIfAborted();
        refused.set(alarm.name, errorMessage(error));
        return false;
      }
      messages += 1;
      return true;
    };
    for (const { name, since } of watch.raised()) {
      const { since: first = since ?? at, toldAt = null } = sent.get(name) ?? {};
      sent.set(name, { since: first, seenAt: at, toldAt });
    }
    await save();
    for (const [name, { since, seenAt, toldAt }] of sent) {
      const alarm = watch.defined.find((one) => one.name === name);
      // Another version may have stored alarms that this one does not know.
      if (!alarm) sent.delete(name);
      else if (at - seenAt >= quietMs) {
        if (toldAt !== null && !(await isAccepted(alarm, 'ended', since))) continue;
        sent.delete(name);
      } else if (seenAt === at && (toldAt === null || at - toldAt >= repeatMs)) {
        if (!(await isAccepted(alarm, toldAt === null ? 'begun' : 'lasts', since))) continue;
        sent.set(name, { since, seenAt, toldAt: at });
      } else continue;
      await save();
    }
    if (refused.size > 0)
      throw new Error(`${[...new Set(refused.values())].join(' ')} Not taken: ${[...refused.keys()].join(', ')}.`);
    return done(sent.size === 0 && messages === 0 ? 'No alarm.' : `${sent.size} alarms; ${messages} messages sent.`);
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
    if (env.heartbeatUrl !== null) await request('HEARTBEAT_URL', env.heartbeatUrl, signal);
    return done('It was taken.');
  },
});

/** Enqueues a message to ALARM_URL about an event that has no end: one each time it happens. Nothing where the setting is unset. */
export async function enqueueEventAlarm({ env }: App, tx: Tx, alarm: SentAlarm, at: number): Promise<void> {
  if (env.alarmUrl !== null) await enqueue(tx, [{ kind: eventKind, createdAt: at, payload: JSON.stringify({ alarm, at }) }]);
}

export const eventAlarmJob = defineJob({
  kind: eventKind,
  title: 'Sending what is told once',
  isWatchedElsewhere: true,
  retry: retryAfter(5_000, 15_000, minute, 5 * minute, 15 * minute),
  handle: async ({ payload }, { signal }, app) => {
    const { alarm, at } = JSON.parse(payload ?? '{}') as { alarm: SentAlarm; at: number };
    await sendAlarm(app, alarm, { state: 'begun', since: at, signal });
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
  await request('ALARM_URL', env.alarmUrl, signal, alarmMessage(sender, alarm, state, since));
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

/**
 * Sends a GET to an address that a setting names, or a POST with JSON. Throws unless the answer is a success. Follows no redirect, so
 * that only addresses in settings are called. No error repeats the address, which is usually a secret.
 */
export async function request(setting: string, url: string, signal: AbortSignal, body?: object): Promise<void> {
  const headers = { 'User-Agent': 'Kerbside', ...(body && { 'Content-Type': 'application/json' }) };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let response: Response;
  try {
    response = await fetch(url, { ...post, headers, redirect: 'manual', signal: limited });
    await response.body?.cancel();
  } catch (error) {
    throw new Error(`${setting} does not answer: ${reasonOf(error)}.`, { cause: error });
  }
  if (response.status >= 300 && response.status < 400)
    throw new Error(`${setting} answers with a redirect (${response.status}): set it to the address that it leads to.`);
  if (!response.ok) throw new Error(`${setting} answers ${response.status}.`);
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `nothing came within ${timeoutMs / 1_000} seconds`;
  return cause?.code ?? errorMessage(cause ?? error);
}

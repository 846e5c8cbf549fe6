import { defineJob, done, every, type JobKind, type LeasedJob } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { type AlarmName, alarmTexts } from './alarm-texts.ts';
import { call } from './call.ts';

const minute = 60_000;

/** An alarm that lasts is told of again after this. */
const repeatMs = 24 * 60 * minute;

/** An alarm is over when nobody has seen it for so long: another instance may see it, and a new process sees it a moment later. */
const quietMs = 5 * minute;

/** What was told of an alarm, in the job's row. `toldAt`: null until the first POST about it was taken. */
type Told = { since: number; seenAt: number; toldAt: number | null };

export type AlarmState = 'begun' | 'lasts' | 'ended';

/** Whose alarms they are, in what is sent. */
export type Sender = { brand: string; siteUrl: string };

/**
 * Recurring work, so that one instance does it and nothing is forgotten at a restart. Each run compares the alarms that are raised with
 * what was told, and POSTs the difference; what the other side did not take is in the next difference.
 */
export function createAlarmJob(
  services: Sender & {
    alarmUrl: string;
    queue: JobQueue;
    /** Looks for alarms now. */
    check: () => Promise<void>;
    alarms: () => { name: AlarmName; since?: number }[];
    now: () => number;
  },
): JobKind {
  const { alarmUrl, queue, check, alarms, now } = services;
  const kind = 'alarms';

  return defineJob({
    ...{ kind, title: 'Sending alarms', next: every(minute) },
    handle: async (job, { signal }) => {
      await check();
      const at = now();
      const told = readTold(job);
      const save = () => queue.setPayload(kind, JSON.stringify(Object.fromEntries(told)), at);
      let sent = 0;
      const send = async (name: AlarmName, state: AlarmState, since: number) => {
        await call('ALARM_URL', alarmUrl, signal, alarmMessage(services, name, state, since));
        sent += 1;
      };
      for (const { name, since } of alarms()) {
        const { since: first = since ?? at, toldAt = null } = told.get(name) ?? {};
        told.set(name, { since: first, seenAt: at, toldAt });
      }
      await save();
      for (const [name, { since, seenAt, toldAt }] of told) {
        if (at - seenAt >= quietMs) {
          if (toldAt !== null) await send(name, 'ended', since);
          told.delete(name);
        } else if (seenAt === at && (toldAt === null || at - toldAt >= repeatMs)) {
          await send(name, toldAt === null ? 'begun' : 'lasts', since);
          told.set(name, { since, seenAt, toldAt: at });
        } else continue;
        await save();
      }
      return done(told.size === 0 && sent === 0 ? 'No alarm.' : `${told.size} alarms; ${sent} messages sent.`);
    },
  });
}

/** A GET every minute. Its absence tells the service at the other end that the process, its worker, its store or the machine has stopped. */
export function createHeartbeatJob(heartbeatUrl: string): JobKind {
  return defineJob({
    ...{ kind: 'heartbeat', title: 'Heartbeat', next: every(minute) },
    handle: async (_, { signal }) => {
      await call('HEARTBEAT_URL', heartbeatUrl, signal);
      return done('It was taken.');
    },
  });
}

/** `text` is what Slack, Mattermost, Rocket.Chat and Teams show, `content` Discord, `message` and `title` Gotify. */
export function alarmMessage({ brand, siteUrl }: Sender, name: AlarmName | 'test', state: AlarmState, since: number) {
  const { alert, what, todo } = name === 'test' ? testText : alarmTexts[name];
  const at = new Date(since).toISOString();
  const title = `${brand}: ${{ begun: 'ALARM', lasts: 'ALARM, still', ended: 'Over' }[state]}: ${alert}`;
  const message = `${what} Since ${at.slice(0, 16).replace('T', ' ')} UTC.${state === 'ended' ? '' : ` ${todo}`}`;
  const text = `${title}. ${message} ${siteUrl}/desk`;
  return {
    kind: 'alarm',
    alarm: name,
    alert,
    state,
    since: at,
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

const testText = { alert: 'test', what: 'This is a test: alarms arrive here.', todo: 'There is nothing to do.' };

/** Of alarms that there still are: a later version may have others. */
function readTold({ payload }: LeasedJob): Map<AlarmName, Told> {
  const told = Object.entries(JSON.parse(payload ?? '{}') as Record<string, Told>);
  return new Map(told.filter((entry): entry is [AlarmName, Told] => entry[0] in alarmTexts));
}

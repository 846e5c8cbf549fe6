import { errorMessage } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import { alarmMessage, request } from '#server/operations/alarms/alarm-jobs.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';

const shortestToken = 20;

const testAlarm = {
  name: 'test',
  alert: 'test',
  about: 'Test',
  page: '/desk',
  what: 'This is a test: alarms arrive here.',
  todo: 'There is nothing to do.',
} as const;

/** Whether somebody is told of an alarm, and whether somebody else notices when Kerbside itself has stopped. */
export function checkAlarms({ alarmUrl, heartbeatUrl, metricsToken }: Env): CheckResult[] {
  const todo =
    'Set ALARM_URL to a webhook that reaches a phone. Or set METRICS_TOKEN to the output of `openssl rand -hex 32`, let a Prometheus read /metrics with it, and load docs/alerts.yml.';
  if (metricsToken !== null && metricsToken.length < shortestToken)
    return [red('alarms', 'METRICS_TOKEN is short enough to be guessed.', todo)];
  if (metricsToken === null && alarmUrl === null) {
    const says =
      'Neither ALARM_URL nor METRICS_TOKEN is set: only a Prometheus on this machine can ring when something is wrong.';
    return [amber('alarms', says, todo)];
  }
  if (alarmUrl === null) return [green('alarms', 'Figures may be read with METRICS_TOKEN; docs/alerts.yml says when to ring.')];
  const alarms = green('alarms', `Alarms go to ${new URL(alarmUrl).hostname} (ALARM_URL).`);
  if (metricsToken !== null || heartbeatUrl !== null) return [alarms];
  const says = 'ALARM_URL is set, and HEARTBEAT_URL is not: nobody is told when Kerbside, or its machine, is away.';
  return [alarms, amber('heartbeat', says, 'Set HEARTBEAT_URL to an address of a service that rings when it stays away.')];
}

/** Sends a test alarm, as an alarm is sent. */
export async function sendTestAlarm({ alarmUrl, siteUrl }: Env, { brand }: { brand: string }, now: number): Promise<CheckResult> {
  const about = 'test alarm';
  if (alarmUrl === null) return red(about, 'ALARM_URL is not set.', 'Set it to a webhook that reaches a phone.');
  try {
    await request('ALARM_URL', alarmUrl, new AbortController().signal, alarmMessage({ brand, siteUrl }, testAlarm, 'begun', now));
    return green(about, 'ALARM_URL took it. Look whether it arrived, and whether a phone rang.');
  } catch (error) {
    return red(about, errorMessage(error), 'Correct ALARM_URL, or the service behind it.');
  }
}

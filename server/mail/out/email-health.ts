import { minute } from '#forms/durations.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { App } from '#server/core/app.ts';
import { whyStoreFails } from '#server/core/database/write-probe.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { type Reading, reading } from '#server/core/observability/reading.ts';
import { secretEnding } from './access-tokens.ts';
import { countBacklog } from './backlog.ts';
import { type BreakerState, breakerOf } from './circuit-breaker.ts';

/** Emails are sent within seconds; one that waits this long needs attention. */
const maxWaitMs = 15 * minute;

/** The worker ticks every fifteen seconds at least. */
const maxTickMs = minute;

const circuitStates: BreakerState['circuit'][] = ['closed', 'half-open', 'open'];
const serverStates: BreakerState['server'][] = ['ready', 'unreachable', 'deferring', 'misconfigured'];

/** Alarms about emails, the worker and the store. */
export const emailAlarms = [
  defineAlarm({
    name: 'email_waiting',
    about: 'Emails that wait',
    page: '/desk/all?email=waiting',
    what: 'An email has waited for more than a quarter of an hour.',
    todo: 'Look whether the mail server works; the claims are in the desk.',
    check: async (app) => {
      const { waiting, oldestSince } = await countBacklog(app.db);
      if (oldestSince === null || app.now() - oldestSince <= maxWaitMs) return null;
      return `${waiting} ${waiting === 1 ? 'email waits' : 'emails wait'}, the oldest since ${shortLondonMoment(oldestSince)}: npm run emails.`;
    },
  }),
  defineAlarm({
    name: 'email_failed',
    about: 'Emails that failed',
    page: '/desk/all?email=failed',
    what: 'A submission is in the desk, and no email will tell of it.',
    todo: 'Call the people first, then correct the cause: npm run emails.',
    check: async (app) => {
      const { failed } = await countBacklog(app.db);
      return failed > 0
        ? `${failed} failed: their submissions are in the store, and their emails were not taken, or had no answer.`
        : null;
    },
  }),
  defineAlarm({
    name: 'mail_circuit_open',
    about: 'Mail server',
    page: '/desk/all?email=waiting',
    what: 'The mail server does not take our sender or login. All emails wait.',
    todo: 'Correct SMTP_URL or MAIL_FROM and restart; the claims are in the desk.',
    check: (app) => {
      const { server, reply } = breakerOf(app).state();
      if (server !== 'misconfigured') return null;
      return `The mail server rejects our sender, our login or every recipient; all emails wait. Its response: ${reply}`;
    },
  }),
  defineAlarm({
    name: 'mail_token_refused',
    about: 'Access token of the mail server',
    what: 'There is no access token for the mail server. Emails do not leave, and answers do not come, once the last one ends.',
    todo: 'Correct MAIL_OAUTH_URL or what it names, as npm run launch-check says; the claims are in the desk.',
    check: ({ mailTokens }) => {
      const why = mailTokens?.whatIsWrong() ?? null;
      return why === null ? null : `There is no new access token for the mail server: ${why}.`;
    },
  }),
  defineAlarm({
    name: 'mail_secret_ending',
    about: 'Secret for the mail server',
    what: 'The secret or certificate in MAIL_OAUTH_URL ends soon. No email leaves after that.',
    todo: 'Make another one, and put it and its last day into MAIL_OAUTH_URL.',
    check: ({ env, now }) => (env.mailOauthUrl === null ? null : secretEnding(env.mailOauthUrl, now())),
  }),
  defineAlarm({
    name: 'worker_stopped',
    about: 'Worker of background work',
    page: '/desk/background',
    what: 'The worker that sends emails has stopped.',
    todo: 'Restart Kerbside.',
    withoutQueue: 'no job runs',
    check: (app) => (app.now() - app.jobs.lastTickAt() > maxTickMs ? 'The worker that sends emails has stopped; restart.' : null),
  }),
  defineAlarm({
    name: 'store_unreachable',
    about: 'Store',
    what: 'The store does not answer. Visitors are told to call.',
    todo: 'Look at the disk, or at PostgreSQL.',
    withoutQueue: 'no job runs',
    check: whyStoreFails,
  }),
];

/** Metrics of emails. */
export const emailMetrics = [
  reading('kerbside_store_up', 'Whether the store answers and can be written to.', async (app) =>
    (await whyStoreFails(app)) === null ? 1 : 0,
  ),
  reading('kerbside_emails_waiting', 'Emails still to be sent.', async ({ db }) => (await countBacklog(db)).waiting),
  reading('kerbside_emails_oldest_waiting_seconds', 'How long the oldest of them has waited.', async ({ db, now }) => {
    const { oldestSince } = await countBacklog(db);
    return oldestSince === null ? 0 : Math.max(0, (now() - oldestSince) / 1_000);
  }),
  reading(
    'kerbside_emails_failed',
    'Emails that failed and are not acknowledged.',
    async ({ db }) => (await countBacklog(db)).failed,
  ),
  states('kerbside_mail_server', 'The mail server after the last attempts', serverStates, (app) => breakerOf(app).state().server),
  states(
    'kerbside_mail_circuit',
    'The circuit breaker of the mail server',
    circuitStates,
    (app) => breakerOf(app).state().circuit,
  ),
];

function states(name: string, what: string, all: string[], current: (app: App) => string): Reading {
  const read = (app: App) => Object.fromEntries(all.map((one) => [one, one === current(app) ? 1 : 0]));
  return reading(name, `${what}: one of these is 1.`, read, 'state');
}

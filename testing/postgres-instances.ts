import { afterAll, beforeAll } from 'vitest';
import { site } from '#content/site.ts';
import { readEnv } from '../server/core/settings/env.ts';
import { closeApp, startApp } from '../server/modules.ts';
import { openApp } from '../server/open-app.ts';
import { createApp } from '../server/web/app.ts';
import { aoife } from './fixtures/people.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { findPostgres, longTimeouts, type Postgres, query, startPostgres } from './postgres-server.ts';

/** `isPatient`: with limits for the database that a machine which stands still for a while does not exceed. */
type Options = { clocksAheadMs?: number[]; isPatient?: boolean } & Parameters<typeof startMailServer>[0];

/** Instances of the whole product on the databases of a cluster. Call it at the top of the file. */
export function setupPostgresInstances() {
  const binaries = findPostgres();
  const opened: { close: () => unknown }[] = [];
  let cluster: Postgres;

  beforeAll(async () => {
    if (binaries) cluster = await startPostgres(binaries);
  });

  afterAll(async () => {
    for (const one of opened.reverse()) await one.close();
    await cluster?.stop();
  });

  /** Without ports and pages. */
  async function openInstances(
    count: number,
    databaseUrl: string,
    { clocksAheadMs = [], isPatient = true, ...mailOptions }: Options = {},
  ) {
    const mail = await startMailServer(mailOptions);
    opened.push(mail);
    const env = readEnv({ DATABASE_URL: databaseUrl, SMTP_URL: mail.url, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' });
    const open = async (_: unknown, number: number) => {
      const now = () => Date.now() + (clocksAheadMs[number] ?? 0);
      const opening = await openApp(env, { now, ...(isPatient && { limits: { postgres: longTimeouts } }) });
      startApp(opening);
      opened.push({ close: () => closeApp(opening) });
      const { app } = await createApp(opening, {
        render: async () => new Response(''),
        paths: null,
        assetsFolder: null,
        serviceWorkerFolder: null,
      });
      return app;
    };
    const instances = await Promise.all(Array.from({ length: count }, open));
    const app = (turn: number) => instances[turn % count] as (typeof instances)[number];
    return { mail, app };
  }

  return {
    isInstalled: binaries !== null,
    get cluster() {
      return cluster;
    },
    /** What is closed when the file ends. */
    opened,
    openInstances,
  };
}

type App = Awaited<ReturnType<typeof createApp>>['app'];

export async function sendTo(app: App, mark: string): Promise<{ status: number; message: string; reference?: string }> {
  const body = JSON.stringify({ formName: 'Make a Claim', formData: { ...aoife, additionalInfo: mark } });
  const headers = { 'content-type': 'application/json', 'idempotency-key': mark };
  const response = await app.request('/functions/v1/send-form-email', { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { message: string; reference?: string }) };
}

export const putClockForward = (url: string, ms: number) => query(url, `update test.clock set ahead = ${ms}`);

/** The e-mails to the team that the mail server has received. */
export const emailsToTeam = (mail: MailServer) => mail.emails.filter(({ envelope }) => envelope.to[0] === site.email);

/** The number of e-mails to the team that are sent according to the store. */
export const emailsSent = async (url: string) =>
  Number((await query(url, "select count(*) as count from jobs where kind = 'email' and finished_at is not null"))[0]?.count);

import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { minute } from '#forms/durations.ts';
import { openServer } from '#server/web/open-server.ts';
import { createTestApp } from './create-test-app.ts';
import { startMailServer } from './mail-server.ts';
import { openPushServer } from './push-server.ts';
import { joinAsStaff } from './test-accounts.ts';
import { waitLimitMs } from './until.ts';

/** The product with a port, a mail server, and an owner whose phone is told by a push service; its canary runs when a test says so. */
export async function createTestCanary(settings: Record<string, string> = {}) {
  const [mailServer, pushService] = await Promise.all([startMailServer(), openPushServer()]);
  onTestFinished(() => mailServer.close());
  onTestFinished(pushService.close);
  pushService.trustHere();
  /** How long a run waits. A test in which a step fails makes them short. */
  const limits = { toSend: waitLimitMs, toArrive: waitLimitMs, look: 10 };
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'website@kerbside.example', MAIL_TO: 'claims@kerbside.example' };
  const app = await createTestApp({ ...mail, PUSH_HOSTS: pushService.host, ...settings }, {}, { limits: { canary: limits } });
  const { services, clock } = app;
  const { staff } = await joinAsStaff(services.auth, 'grace@kerbside.example', 'owner', 'grace', services.now);
  await services.push.addBrowser({ staff, sessionId: 'session' }, pushService.subscribe(), 'Test browser');
  pushService.expectKey(await services.push.publicKey());
  const server = openServer({ fetch: app.app.fetch, headers: {} });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...app,
    mailServer,
    pushService,
    owner: staff,
    limits,
    url,
    /** Runs it when it is due next. */
    run: (at = url) => {
      clock.now += 5 * minute;
      return services.canary.run(at);
    },
    runs: () => app.sqlite.prepare('select * from canary_runs order by begun_at').all() as Run[],
    /** What owners were told by push and by email. */
    told: () => ({
      pushed: pushService.received.map(({ body }) => body),
      emailed: mailServer.emails.filter(({ subject }) => subject?.startsWith('[Desk] The site needs attention')),
    }),
    alarms: async () => {
      await services.alarmWatch.check();
      return services.alarmWatch.raised().filter(({ name }) => name.startsWith('canary_'));
    },
  };
}

type Run = {
  id: string;
  stored_at: number | null;
  sent_at: number | null;
  arrived_at: number | null;
  failed_step: string | null;
  detail: string | null;
};

import type { Log } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import type { EvidenceStore } from '#server/files/evidence-store.ts';
import type { AccessTokens } from '#server/mail/out/access-tokens.ts';
import { createImapWatch, mailboxAlarm } from './imap-watch.ts';
import { createInboundCleanup } from './inbound-cleanup.ts';
import { createInboundJob, type InboundServices, readEmail } from './inbound-job.ts';
import { createReceiveInbound } from './receive-inbound.ts';
import { delayedEmailJob } from './reported-emails.ts';
import { createTray } from './tray.ts';

/**
 * Everything that receives e-mails: the one way in behind all ways, the watch of a mailbox, the job that reads what came, and the tray of
 * those that belong to no claim.
 */
export function openInbound(
  given: Omit<InboundServices, 'store' | 'authServId'> & {
    env: Pick<Env, 'imapUrl' | 'mailAuthServId'>;
    store: EvidenceStore;
    log: Log;
    wakeWorker: () => void;
    tokens: AccessTokens | null;
    canaryIn?: Parameters<typeof createReceiveInbound>[0]['canaryIn'];
  },
) {
  const { imapUrl, mailAuthServId: authServId } = given.env;
  const services = { canaryIn: () => null, ...given, authServId };
  const receive = createReceiveInbound(services);
  const watch = imapUrl === null ? null : createImapWatch({ ...services, imapUrl, receive });
  return {
    receive,
    /** Begins to read the mailbox, where there is one. */
    start: (): void => watch?.start(),
    tray: createTray({ ...services, readEmail: (id) => readEmail(services, id) }),
    jobs: [createInboundJob(services), createInboundCleanup(services), delayedEmailJob],
    alarms: [mailboxAlarm(() => watch?.whatIsWrong() ?? null)],
    close: async (): Promise<void> => watch?.close(),
  };
}

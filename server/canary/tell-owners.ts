import { site } from '#content/site.ts';
import { hour } from '#forms/durations.ts';
import type { CanaryStep } from '#server/database/canary-tables.ts';
import type { Mailer } from '#server/email/mailer.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { canaryStepTexts } from './canary-alarms.ts';
import { canaryMessage } from './canary-job.ts';
import type { CanaryFailure } from './canary-runs.ts';

export type Owner = { id: string; email: string };

/** Sends push messages at once, without the queue; returns how many were taken. */
export type PushNow = (message: { kind: 'trouble'; count: number; until: number }, to: string[]) => Promise<number>;

/**
 * Tells owners that the way of a claim is broken, by this process and not by a job: push messages, and an email unless it is the mail server that
 * fails. Returns how many messages were taken. Owners are those of the last time that the store told who they are.
 */
export function createTellOwners(services: {
  owners: () => Promise<Owner[]>;
  pushNow: PushNow;
  mailer: Mailer;
  from: string;
  siteUrl: string;
  log: Log;
  now: () => number;
}) {
  const { pushNow, mailer, siteUrl, log, now } = services;
  let known: Owner[] = [];

  return {
    /** Reads who they are, while the store can say. */
    remember: async (): Promise<void> => {
      known = await services.owners();
    },

    tell: async (id: string, failure: CanaryFailure): Promise<number> => {
      const owners = await services.owners().catch(() => known);
      const ids = owners.map((owner) => owner.id);
      const message = { kind: 'trouble', count: 0, until: now() + hour } as const;
      const pushed = await pushNow(message, ids).catch((error: unknown) => {
        log.warn('owners not told by push', { error: errorMessage(error) });
        return 0;
      });
      return pushed + (canBeEmailed(failure.step) ? await emailAll(id, owners, failure) : 0);
    },
  };

  async function emailAll(id: string, owners: Owner[], { step, detail }: CanaryFailure): Promise<number> {
    const email = {
      subject: `[Desk] The site needs attention: ${canaryStepTexts[step]}`,
      title: 'A test claim did not go the whole way, twice',
      paragraphs: [
        `${site.brand} sends itself a claim every five minutes. The last two failed: ${canaryStepTexts[step]}. ${detail}`,
        'Try the claim form, answer the phone meanwhile, and look at the log. This email was sent once; the desk shows how it is.',
      ],
      link: { label: 'Open the background work', url: `${siteUrl}/desk/background` },
    };
    let taken = 0;
    for (const [index, owner] of owners.entries()) {
      const { kind, reply } = await mailer.send(canaryMessage(`${id}-${index}`, owner.email, email, services));
      if (kind === 'sent') taken += 1;
      else log.warn('owner not told by email', { outcome: kind, reply });
    }
    return taken;
  }
}

function canBeEmailed(step: CanaryStep): boolean {
  return step !== 'mailer';
}

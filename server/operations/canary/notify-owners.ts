import { site } from '#content/site.ts';
import { hour } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { CanaryStep } from '#server/core/database/operation-tables.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { mailboxOf } from '#server/mail/out/mailer.ts';
import { pushNow } from '#server/people/push/push.ts';
import { readOwners } from '#server/people/staff/staff-accounts.ts';
import type { StaffAccount } from '#server/people/staff/staff-member.ts';
import { canaryStepTexts } from './canary-alarms.ts';
import { canaryMessage } from './canary-job.ts';
import type { CanaryFailure } from './canary-runs.ts';

/** Owners as the store told last who they are. */
const knownOf = perApp(() => ({ owners: [] as StaffAccount[] }));

/** Reads who the owners are, while the store can say. */
export async function rememberOwners(app: App): Promise<void> {
  knownOf(app).owners = await readOwners(app);
}

/**
 * Tells owners that the way of a claim is broken, by this process and not by a job: push messages, and an email unless it is the mail server that
 * fails. Returns how many messages were taken.
 */
export async function notifyOwners(app: App, id: string, failure: CanaryFailure): Promise<number> {
  const owners = await readOwners(app).catch(() => knownOf(app).owners);
  const ids = owners.map((owner) => owner.id);
  const message = { kind: 'trouble', count: 0, until: app.now() + hour } as const;
  const pushed = await pushNow(app, message, ids).catch((error: unknown) => {
    app.log.warn('owners not told by push', { error: errorMessage(error) });
    return 0;
  });
  return pushed + (canBeEmailed(failure.step) ? await emailAll(app, id, owners, failure) : 0);
}

async function emailAll(app: App, id: string, owners: StaffAccount[], { step, detail }: CanaryFailure): Promise<number> {
  const email = {
    subject: `[Desk] The site needs attention: ${canaryStepTexts[step]}`,
    title: 'A test claim did not go the whole way, twice',
    paragraphs: [
      `${site.brand} sends itself a claim every five minutes. The last two failed: ${canaryStepTexts[step]}. ${detail}`,
      'Try the claim form, answer the phone meanwhile, and look at the log. This email was sent once; the desk shows how it is.',
    ],
    link: { label: 'Open the background work', url: `${app.env.siteUrl}/desk/background` },
  };
  let taken = 0;
  for (const [index, owner] of owners.entries()) {
    const { kind, reply } = await app.mail.canary.send(canaryMessage(app, `${id}-${index}`, mailboxOf(owner.email), email));
    if (kind === 'sent') taken += 1;
    else app.log.warn('owner not told by email', { outcome: kind, reply });
  }
  return taken;
}

function canBeEmailed(step: CanaryStep): boolean {
  return step !== 'mailer';
}

import { hash } from 'node:crypto';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { Database } from '#server/database/database.ts';
import { lockRows, lockUntilCommit } from '#server/database/engine.ts';
import type { Db, Tx } from '#server/database/schema.ts';
import type { NewJob } from '#server/jobs/queue.ts';
import { acknowledgementKind } from './email-store.ts';
import type { SenderTemplate } from './email-titles.ts';
import { replyAddress } from './reply-address.ts';
import { sharedMailDomains } from './shared-mail-domains.ts';

/** The most acknowledgements in 24 hours to one mailbox, one domain, and one domain that many people share. */
const limits = { mailbox: 3, domain: 10, sharedDomain: 500 };

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

/** The number of the advisory lock under which instances count one after the other; it is arbitrary. */
const countLock = 4_757_231;

type Sent = { id: string; formName: string; data: Answers };

/** The address to which e-mails for the sender go; null where none that was typed can be used. */
export function senderAddress({ formName, data }: Omit<Sent, 'id'>): string | null {
  return replyAddress(senderOf(formOf(formName, data), data).email);
}

/** The e-mail to the sender as a job, to be stored with its cause; none where there is no address. */
export function emailToSender(sent: Sent, template: SenderTemplate, createdAt: number): NewJob[] {
  const recipient = senderAddress(sent);
  return recipient === null ? [] : [{ kind: acknowledgementKind, template, subjectId: sent.id, recipient, createdAt }];
}

export type AcknowledgementStore = ReturnType<typeof createAcknowledgementStore>;

export function createAcknowledgementStore({ read, write }: Database) {
  let removedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Counts an acknowledgement, once; returns why it may not be sent, or null where it may. */
    count: async (jobId: string, recipient: string, now: number): Promise<string | null> => {
      const counted = { id: jobId, ...countedAs(recipient) };
      // The limit is checked by a read first: in a flood, an acknowledgement over it then costs no transaction that submissions would
      // have to wait for.
      const reason = await read((db) => reasonAgainst(db, counted, now));
      if (reason !== null) return reason;
      if (now - removedAt > hourMs) {
        await write((tx) => removeOld(tx, now - dayMs));
        removedAt = now;
      }
      return write(async (tx) => {
        await lockUntilCommit(tx, countLock);
        const laterReason = await reasonAgainst(tx, counted, now);
        const { id, mailbox, domain } = counted;
        if (laterReason === null)
          await tx
            .insertInto('acknowledgements')
            .values({ id, mailbox, domain, at: now })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        return laterReason;
      });
    },
  };
}

type Counted = ReturnType<typeof countedAs> & { id: string };

/**
 * Why an acknowledgement may not be sent; null where it may. The job itself is not counted, because an earlier attempt may have
 * counted it already.
 */
async function reasonAgainst(db: Db, { id, mailbox, domain, domainLimit }: Counted, now: number): Promise<string | null> {
  const others = db
    .selectFrom('acknowledgements')
    .select('id')
    .where('at', '>', now - dayMs)
    .where('id', '<>', id);
  const ofMailbox = await others.where('mailbox', '=', mailbox).limit(limits.mailbox).execute();
  if (ofMailbox.length >= limits.mailbox) return `That address was sent ${limits.mailbox} in 24 hours.`;
  const ofDomain = await others.where('domain', '=', domain).limit(domainLimit).execute();
  return ofDomain.length >= domainLimit ? `Addresses of that domain were sent ${domainLimit} in 24 hours.` : null;
}

/**
 * Removes counts that are no longer needed. Rows that an erasure has locked are skipped, because it may be waiting for others of
 * these.
 */
async function removeOld(tx: Tx, before: number): Promise<void> {
  const old = tx.selectFrom('acknowledgements').select('id').where('at', '<=', before);
  const rows = await lockRows(tx, old, 'for update skip locked').execute();
  if (rows.length > 0)
    await tx
      .deleteFrom('acknowledgements')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
}

/**
 * The mailbox and the domain of an address as they are counted. One mailbox has many spellings: upper and lower case, a tag after a
 * plus sign, and at Google dots anywhere.
 */
function countedAs(recipient: string) {
  const [name = '', domain = ''] = recipient.toLowerCase().split('@');
  const plain = name.replace(/\+.*$/, '');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  const mailbox = isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
  return {
    mailbox: hash('sha256', mailbox, 'hex'),
    domain: hash('sha256', domain, 'hex'),
    domainLimit: sharedMailDomains.has(domain) ? limits.sharedDomain : limits.domain,
  };
}

import { createHmac } from 'node:crypto';
import { perApp } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { domainKey } from '#server/core/email-address.ts';
import { isSame } from '#server/core/is-same.ts';

type Tagged = { id: string; reference: string };

export type ReplyTags = ReturnType<typeof createReplyTags>;

export const replyTagsOf = perApp(({ env, secrets }) =>
  createReplyTags({ mailbox: env.mailReplyTo, secret: secrets.current, previousSecret: secrets.previous }),
);

/**
 * Addresses by which an answer finds back to its claim: `claims+REFERENCE.MAC@example.com`, with an HMAC, so that nobody can write to a
 * claim whose address they were not given. `mailbox`: MAIL_REPLY_TO, a mailbox that takes what is sent to it with a + and more.
 */
export function createReplyTags(services: { mailbox: string | null; secret: string; previousSecret: string | null }) {
  const { mailbox, secret, previousSecret } = services;
  const [local = '', domain = ''] = mailbox?.split('@') ?? [];
  const secrets = [secret, ...(previousSecret ? [previousSecret] : [])];

  return {
    addressOf: ({ id, reference }: Tagged): string | null =>
      mailbox && `${local}+${reference.replace('-', '')}.${macOf(secret, id)}@${domain}`,

    /** The submissions to which these addresses belong, in their order. Mail servers may have changed their case. */
    submissionsOf: async ({ read }: Database, addresses: string[]): Promise<string[]> => {
      const found = new Set<string>();
      for (const address of mailbox ? addresses : []) {
        const [, first, second, mac = ''] = tagOf(address) ?? [];
        if (!first) continue;
        const reference = `${first}-${second}`.toUpperCase();
        const row = await read((db) =>
          db.selectFrom('form_submissions').select('id').where('reference', '=', reference).executeTakeFirst(),
        );
        if (row && secrets.some((one) => isSame(mac.toLowerCase(), macOf(one, row.id)))) found.add(row.id);
      }
      return [...found];
    },
  };

  function tagOf(address: string): string[] | null {
    const at = address.lastIndexOf('@');
    if (domainKey(address.slice(at + 1)) !== domainKey(domain)) return null;
    const name = address.slice(0, at);
    if (name.slice(0, local.length + 1).toLowerCase() !== `${local.toLowerCase()}+`) return null;
    return tagParts.exec(name.slice(local.length + 1));
  }
}

/** A reference without its hyphen, a dot, and 80 bits of the HMAC. The part before the @ has at most 64 characters. */
const tagParts = /^([\da-z]{4})([\da-z]{4})\.([\da-f]{20})$/i;

function macOf(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`kerbside reply address ${id}`).digest('hex').slice(0, 20);
}

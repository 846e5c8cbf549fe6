import { sharedMailDomains } from '#server/email/shared-mail-domains.ts';
import { type Allowance, createTokenBuckets } from '#server/observability/token-buckets.ts';

/** So many at once, and as many in 24 hours. */
function perDay(count: number): Allowance {
  return { burst: count, perMinute: count / (24 * 60) };
}

/**
 * The most acknowledgements: from one network address in all, to one mailbox, and to one domain; `fromOne` is the share that a single
 * network address may use up. `own` is a domain of one's own, `shared` one at which many people have a mailbox.
 */
export const acknowledgementAllowances = {
  network: { burst: 60, perMinute: 10 / 60 },
  mailbox: { all: perDay(6), fromOne: perDay(3) },
  own: { all: perDay(20), fromOne: perDay(10) },
  shared: { all: perDay(500), fromOne: perDay(50) },
};

/** E-mails to the team about new submissions that are sent one by one; what comes on top of that is told in digests. */
export const teamAllowance: Allowance = { burst: 30, perMinute: 2 };

/** Which e-mails a new submission causes. Each question counts, so it is asked once for each submission. */
export type EmailQuotas = {
  /** Whether an acknowledgement may be sent to this address. `network`: the sender's IP address; null where it is not known. */
  mayAcknowledge: (recipient: string, network: string | null, now: number) => boolean;
  /** Whether the team gets so many submissions that this one is told in a digest. */
  isFlood: (now: number) => boolean;
};

export const unlimitedEmails: EmailQuotas = { mayAcknowledge: () => true, isFlood: () => false };

/**
 * Quotas of e-mails, shared out by network address, so that nobody can use up those of others: what one network sends in the name of a
 * mailbox or a domain leaves most of its quota to all others. Where a domain's quota is used up all the same, each network still gets
 * one a day. Why in memory: docs/decisions/0026.
 */
export function createEmailQuotas({ hasDigests }: { hasDigests: boolean }): EmailQuotas {
  const networks = createTokenBuckets(acknowledgementAllowances.network);
  const mailboxes = createShares(acknowledgementAllowances.mailbox);
  const domains = { own: createShares(acknowledgementAllowances.own), shared: createShares(acknowledgementAllowances.shared) };
  const reserve = createTokenBuckets(perDay(1));
  const team = createTokenBuckets(teamAllowance);

  return {
    mayAcknowledge: (recipient, network, now) => {
      const { mailbox, domain } = countedAs(recipient);
      const shares = sharedMailDomains.has(domain) ? domains.shared : domains.own;
      const reserved = `${network} ${domain}`;
      const isDomainUsedUp = shares.isUsedUp(domain, now);
      if (network !== null && networks.waitSeconds(network, now) > 0) return false;
      if (mailboxes.isUsedUp(mailbox, now) || mailboxes.isShareUsedUp(mailbox, network, now)) return false;
      if (shares.isShareUsedUp(domain, network, now)) return false;
      if (isDomainUsedUp && (network === null || reserve.waitSeconds(reserved, now) > 0)) return false;
      if (network !== null) networks.take(network, now);
      mailboxes.take(mailbox, network, now);
      if (isDomainUsedUp) reserve.take(reserved, now);
      else shares.take(domain, network, now);
      return true;
    },

    isFlood: (now) => {
      if (!hasDigests) return false;
      if (team.waitSeconds('team', now) > 0) return true;
      team.take('team', now);
      return false;
    },
  };
}

/** A quota for each name, of which one network address can use up only a share. */
function createShares(allowances: { all: Allowance; fromOne: Allowance }) {
  const all = createTokenBuckets(allowances.all);
  const shares = createTokenBuckets(allowances.fromOne);
  return {
    isUsedUp: (name: string, now: number): boolean => all.waitSeconds(name, now) > 0,
    isShareUsedUp: (name: string, network: string | null, now: number): boolean =>
      network !== null && shares.waitSeconds(`${network} ${name}`, now) > 0,
    take: (name: string, network: string | null, now: number): void => {
      all.take(name, now);
      if (network !== null) shares.take(`${network} ${name}`, now);
    },
  };
}

/**
 * The mailbox and the domain of an address as they are counted. One mailbox has many spellings: upper and lower case, a tag after a
 * plus sign, and at Google dots anywhere.
 */
function countedAs(recipient: string): { mailbox: string; domain: string } {
  const [name = '', domain = ''] = recipient.toLowerCase().split('@');
  const plain = name.replace(/\+.*$/, '');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return { mailbox: isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`, domain };
}

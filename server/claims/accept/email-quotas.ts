import { perApp } from '#server/core/app.ts';
import { addressKey } from '#server/core/email-address.ts';
import { clientNetwork, createNetworkLimit } from '#server/core/observability/network-limit.ts';
import { type Allowance, createTokenBuckets } from '#server/core/observability/token-buckets.ts';
import type { TeamAllowance } from '#server/mail/out/define-email.ts';
import { sharedMailDomains } from '#server/mail/out/shared-mail-domains.ts';

/** So many at once, and as many in 24 hours. */
function perDay(count: number): Allowance {
  return { burst: count, perMinute: count / (24 * 60) };
}

/**
 * The most acknowledgements: from one network address and from a /48 of IPv6 in all, to one mailbox, and to one domain; `fromOne` is
 * the share that a single IPv4 address or /48 may use up, and `reserve` what a domain gets beyond its quota, one for each of these.
 * `own` is a domain of one's own, `shared` one at which many people have a mailbox.
 */
export const acknowledgementAllowances = {
  client: { burst: 60, perMinute: 10 / 60 },
  network: { burst: 180, perMinute: 30 / 60 },
  mailbox: { all: perDay(6), fromOne: perDay(3) },
  own: { all: perDay(20), fromOne: perDay(10), reserve: perDay(20) },
  shared: { all: perDay(500), fromOne: perDay(50), reserve: perDay(1_500) },
};

/**
 * E-mails to the team that are sent one by one: about urgent forms, about others, and about what claimants do at their page. What comes
 * on top of that is told in digests. Each has an allowance of its own, so that no flood of one puts the others into a digest.
 */
export const teamAllowances = {
  urgent: { burst: 30, perMinute: 6 },
  other: { burst: 30, perMinute: 2 },
  update: { burst: 30, perMinute: 6 },
} satisfies Record<TeamAllowance, Allowance>;

/** Which e-mails a new submission causes. Each question counts, so it is asked once for each submission. */
export type EmailQuotas = {
  /** Whether an acknowledgement may be sent to this address. `network`: the sender's IP address; null where it is not known. */
  mayAcknowledge: (recipient: string, network: string | null, now: number) => boolean;
  /** Whether the team gets so many e-mails of this kind that this one is told in a digest. */
  isFlood: (kind: TeamAllowance, now: number) => boolean;
};

/** The quotas of this process. */
export const emailQuotasOf = perApp(({ env }) => createEmailQuotas({ hasDigests: env.rateLimit }));

export const unlimitedEmails: EmailQuotas = { mayAcknowledge: () => true, isFlood: () => false };

/**
 * Quotas of e-mails, shared out by network address, so that nobody can use up those of others: what one network sends in the name of a
 * mailbox or a domain leaves most of its quota to all others. Where a domain's quota is used up all the same, each network still gets
 * one a day, until a reserve is used up too: a domain never gets more than that. Why in memory: docs/decisions/0026.
 */
export function createEmailQuotas({ hasDigests }: { hasDigests: boolean }): EmailQuotas {
  const { client, network: wider, mailbox: forMailbox, own, shared } = acknowledgementAllowances;
  const networks = createNetworkLimit({ client, network: wider });
  const mailboxes = createShares(forMailbox);
  const domains = { own: createShares(own), shared: createShares(shared) };
  const reserves = {
    own: createShares({ all: own.reserve, fromOne: perDay(1) }),
    shared: createShares({ all: shared.reserve, fromOne: perDay(1) }),
  };
  const team = {
    urgent: createTokenBuckets(teamAllowances.urgent),
    other: createTokenBuckets(teamAllowances.other),
    update: createTokenBuckets(teamAllowances.update),
  };

  return {
    mayAcknowledge: (recipient, network, now) => {
      const { mailbox, domain } = countedAs(recipient);
      const kind = sharedMailDomains.has(domain) ? 'shared' : 'own';
      const from = network === null ? null : clientNetwork(network);
      const isDomainUsedUp = domains[kind].isUsedUp(domain, now);
      if (network !== null && networks.waitSeconds(network, now) > 0) return false;
      if (mailboxes.isUsedUp(mailbox, now) || mailboxes.isShareUsedUp(mailbox, from, now)) return false;
      if (domains[kind].isShareUsedUp(domain, from, now)) return false;
      if (isDomainUsedUp && (from === null || reserves[kind].isUsedUp(domain, now))) return false;
      if (isDomainUsedUp && reserves[kind].isShareUsedUp(domain, from, now)) return false;
      if (network !== null) networks.take(network, now);
      mailboxes.take(mailbox, from, now);
      (isDomainUsedUp ? reserves : domains)[kind].take(domain, from, now);
      return true;
    },

    isFlood: (kind, now) => {
      if (!hasDigests) return false;
      if (team[kind].waitSeconds('team', now) > 0) return true;
      team[kind].take('team', now);
      return false;
    },
  };
}

/** A quota for each name, of which one network can use up only a share. */
function createShares({ all: inAll, fromOne }: { all: Allowance; fromOne: Allowance }) {
  const all = createTokenBuckets(inAll);
  const shares = createTokenBuckets(fromOne);
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
 * The mailbox and the domain of an address as they are counted. One mailbox has many spellings: beside those of an address a tag after a
 * plus sign, and at Google dots anywhere.
 */
function countedAs(recipient: string): { mailbox: string; domain: string } {
  const [name = '', domain = ''] = addressKey(recipient).split('@');
  const plain = name.replace(/\+.*$/, '');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return { mailbox: isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`, domain };
}

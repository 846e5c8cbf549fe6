import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { day, minute } from '#forms/durations.ts';
import { dateInWords, londonDate, londonIsoDate } from '#forms/london-day.ts';
import { oauthPlace, requestToken, TokenError } from './token-request.ts';

/** A token is renewed so long before it ends, and used until it does where the issuer does not give another. */
const renewBeforeMs = 10 * minute;

/** How long an issuer that gave no token is left alone. */
const pauseMs = 10_000;

/** How long before the secret ends somebody is told. */
const warnDays = 30;

type Held = { token: string; endsAt: number; renewAt: number; renewing: Promise<void> | null; trouble: TokenError | null };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** The access tokens of SMTP_URL and IMAP_URL, in memory alone. */
export function createAccessTokens(oauthUrl: string, now: () => number) {
  const place = oauthPlace(oauthUrl);
  const all = new Map<string, Held>();

  /** By client credentials one token is for all mailboxes. */
  function heldFor(mailbox: string): Held {
    const key = place.hasTokenForEachMailbox ? mailbox : '';
    const held = all.get(key) ?? { token: '', endsAt: 0, renewAt: 0, renewing: null, trouble: null };
    all.set(key, held);
    return held;
  }

  async function renew(held: Held, mailbox: string): Promise<void> {
    try {
      const { token, endsAt } = await requestToken(oauthUrl, mailbox, now);
      // One that lasts for minutes is renewed half-way.
      const renewAt = Math.max(endsAt - renewBeforeMs, (now() + endsAt) / 2);
      Object.assign(held, { token, endsAt, renewAt, trouble: null });
    } catch (error) {
      held.trouble = error as TokenError;
      held.renewAt = now() + pauseMs;
    } finally {
      held.renewing = null;
    }
  }

  return {
    ...place,

    /** The token for this mailbox, and when it ends. Throws a TokenError. */
    get: async (mailbox: string): Promise<{ token: string; endsAt: number }> => {
      const held = heldFor(mailbox);
      if (now() >= held.renewAt) {
        held.renewing ??= renew(held, mailbox);
        await held.renewing;
      }
      if (now() < held.endsAt) return held;
      const { message, isRefused } = held.trouble ?? { message: 'the clock was put forward', isRefused: false };
      throw new TokenError(message, isRefused);
    },

    /** Call it where the mail server refuses the token: what has been granted since is in the next one alone. */
    noteRefused: (mailbox: string): void => {
      const held = heldFor(mailbox);
      if (held.trouble === null) held.renewAt = 0;
    },

    /** Why no token is given, since the last one that was; null where one is. */
    whatIsWrong: (): string | null => {
      const troubles = [...all.values()].filter(({ trouble, endsAt }) => trouble?.isRefused || (trouble && now() >= endsAt));
      return troubles[0]?.trouble?.message ?? null;
    },
  };
}

/** What becomes of the secret, or of the certificate, within thirty days, as a sentence; null where its end is further away, or not known. */
export function secretEnding(oauthUrl: string, now: number): string | null {
  const { secretEnds, keyFile } = oauthPlace(oauthUrl);
  const ends = keyFile === null ? secretEnds : certificateEnd(keyFile);
  if (ends === null) return null;
  const days = (Date.parse(ends) - londonDate(now)) / day;
  if (days > warnDays) return null;
  const what = keyFile === null ? 'secret' : 'certificate';
  return `The ${what} in MAIL_OAUTH_URL ${days < 0 ? 'ended' : 'ends'} on ${dateInWords(ends)}.`;
}

/** Null for a file that cannot be read: no token is asked for with it, which is told. */
function certificateEnd(path: string): string | null {
  try {
    return londonIsoDate(Date.parse(new X509Certificate(readFileSync(path)).validTo));
  } catch {
    return null;
  }
}

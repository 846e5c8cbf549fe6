import { createHmac } from 'node:crypto';
import type { Audit } from '#server/audit/audit.ts';
import type { AuditAction } from '#server/audit/audit-event.ts';

/** So many failures within this time, and an account takes no sign-in for as long. */
const mostFailures = 5;
const windowMs = 15 * 60_000;

const failures = ['sign-in failed', 'code failed', 'password check failed'] as const satisfies readonly AuditAction[];
export type FailedAttempt = (typeof failures)[number];
/** After these the count begins anew. */
const successes: readonly AuditAction[] = ['signed in', 'password changed'];

export type Lock = ReturnType<typeof createLock>;

/**
 * Counted from the audit trail, so that it holds over restarts and for all instances. An address that no account has is
 * counted and locked like one that has: nothing can be learnt from it.
 */
export function createLock({ audit, secret, now }: { audit: Pick<Audit, 'since'>; secret: string; now: () => number }) {
  return {
    /** What the audit trail calls an address that no account has. */
    nameOf: (email: string): string => `nobody-${createHmac('sha256', secret).update(email).digest('hex').slice(0, 24)}`,

    /**
     * Minutes until the account takes a sign-in again, 0 where it does; and whether the next failure locks it. A browser that
     * is known to the account is counted by itself, and all strangers together.
     */
    look: async (subjectId: string, knownBrowser: string | null): Promise<{ minutes: number; nextLocks: boolean }> => {
      const all = await audit.since(subjectId, [...failures, ...successes], now() - windowMs);
      const events = all.filter((one) => one.action === 'password changed' || browserOf(one.details) === knownBrowser);
      const lastSuccess = events.findIndex(({ action }) => successes.some((one) => one === action));
      const counted = lastSuccess === -1 ? events : events.slice(0, lastSuccess);
      const until = counted.length >= mostFailures ? (counted[0]?.at ?? 0) + windowMs : 0;
      return { minutes: Math.max(0, Math.ceil((until - now()) / 60_000)), nextLocks: counted.length === mostFailures - 1 };
    },
  };
}

function browserOf(details: string): string | null {
  return JSON.parse(details).knownBrowser ?? null;
}

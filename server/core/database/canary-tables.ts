import type { Generated } from 'kysely';

/** The steps of the way of a claim, in their order. */
const canarySteps = ['endpoint', 'store', 'job', 'mailer', 'mailbox'] as const;

export type CanaryStep = (typeof canarySteps)[number];

export type CanaryTables = {
  /** A submission that the product sent itself, and when it got how far. It was never stored as one. */
  canary_runs: {
    id: string;
    begun_at: number;
    stored_at: Generated<number | null>;
    /** When its job began. */
    taken_at: Generated<number | null>;
    sent_at: Generated<number | null>;
    arrived_at: Generated<number | null>;
    ended_at: Generated<number | null>;
    failed_step: Generated<CanaryStep | null>;
    detail: Generated<string | null>;
  };
};

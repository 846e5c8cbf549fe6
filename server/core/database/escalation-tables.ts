import type { Generated } from 'kysely';

/** Who is told, one after the other, while nobody calls somebody who waits. */
export const escalationStages = ['shift', 'all', 'owners', 'alarm'] as const;

export type EscalationStage = (typeof escalationStages)[number];

export type EscalationTables = {
  /** A stage that was reached. Its id is made of the submission, when its sender began to wait, and the stage, so that it is reached once. */
  escalations: { id: string; submission_id: string; at: number };
  /** When somebody was last reminded by e-mail: the id of a member of staff, or `team` for its mailbox. */
  reminder_pace: {
    id: string;
    at: number;
    /** When they last got a digest; 0 for never. */
    digest_at: Generated<number>;
  };
};

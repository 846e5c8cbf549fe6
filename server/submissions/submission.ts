import type { FormData } from '#forms/form.ts';

/** By which door it came: the function endpoint, the REST endpoint, or a page's own post without JavaScript. */
export type CameBy = 'function' | 'rest' | 'page';

/** A submission as it is stored. Times are milliseconds since 1970. */
export type Submission = {
  id: string;
  reference: string;
  formName: string;
  data: FormData;
  createdAt: number;
  dueAt: number | null;
};

/** With what it takes to tell a repeat. */
export type Sent = Submission & {
  idempotencyKey: string | null;
  contentHash: string;
  cameBy: CameBy;
  /** Our own aim before the promise; null where there is none. */
  targetAt: number | null;
};

/** Judged, and ready to be stored. */
export type NewSubmission = Sent & {
  /** Why it is set aside as a suspect, without a letter; null for all others. */
  quarantineReason: string | null;
};

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

/** What the store needs beside it to tell a repeat. */
export type NewSubmission = Submission & {
  idempotencyKey: string | null;
  contentHash: string;
  cameBy: CameBy;
};

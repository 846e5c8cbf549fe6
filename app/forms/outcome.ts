import type { FormData } from '#forms/form.ts';
import type { FieldErrors } from '#forms/read.ts';

/** What became of one try to send a form, by either way. */
export type Outcome =
  /** It is stored, and its letter promised. `sentAt` in milliseconds, by the server's clock. */
  | { kind: 'accepted'; reference: string; sentAt: number }
  /** Stopped before any request: the address has not the shape of one. */
  | { kind: 'invalid-email' }
  /** Not taken: `errors` by field name; `values` come back where a whole page does. */
  | { kind: 'invalid'; message: string; errors: FieldErrors; values?: FormData }
  /** The server answered that it could not. */
  | { kind: 'refused'; message: string; values?: FormData }
  /** No answer came. */
  | { kind: 'unreachable' };

import type { Attempt, Unsent } from './attempt.ts';

export type Accepted = Extract<Attempt, { kind: 'accepted' }>;

/** A submission that is kept on the device until our server has it. */
export type WaitingSubmission = {
  /** The idempotency key of every attempt. */
  key: string;
  /** The address that it is posted to. */
  url: string;
  /** The body that is posted; '' once it was accepted. */
  body: string;
  /** The keys of submissions that it took the place of. */
  replaces?: string[];
  /** Its sender's answer to the question whether it is about the same accident as another claim. */
  isSameAccident?: boolean | undefined;
  what: 'claim' | 'message';
  /** The form, and the page that has it. */
  slug: string;
  path: string;
  /** When it was made, in milliseconds by the device's clock, which may be wrong. */
  createdAt: number;
  /** A time by the server's clock that was past when it was kept. */
  keptAfter?: number | null;
  /** Number of photographs that are still to be sent with it, and why others were not taken, in sentences. */
  photographs: number;
  notTaken?: string[];
  /** Why it waits, or its photographs: what became of the last attempt, whichever page or worker made it, by the device's clock. */
  last?: { at: number; unsent: Unsent } | undefined;
  /** Our server may have it, or an earlier version: an attempt had no answer of ours. Earlier releases did not note it. */
  mayHaveArrived?: boolean;
  /** Why the photographs wait until the private link is opened again, in a sentence; '' where they do not. */
  needsLink?: string;
  /** When a page first showed the receipt, by the device's clock. Earlier releases noted no time. */
  shownAt?: number;
  state: /**
   * It is being sent for the first time, by the page that has the lock of its form (`write-ahead.ts`). `takes`: the keys of what it takes
   * the place of once it waits. `before`: what was stored under its key before.
   */
    | { kind: 'kept'; at: number; takes: string[]; before: WaitingSubmission | null }
    | { kind: 'waiting' }
    /** The server refuses it as it is. */
    | { kind: 'refused'; attempt: Extract<Attempt, { kind: 'invalid' | 'refused' | 'question' }> }
    /** The server has it, and other tabs may have to show the receipt, or photographs are still to be sent. */
    | { kind: 'accepted'; receipt: Accepted }
    /**
     * Nothing is left to do. The receipt has no private link any more; it tells a tab that is restored later that what it shows was
     * sent.
     */
    | { kind: 'sent'; receipt: Accepted };
};

/**
 * A photograph. `key` is that of its submission, or of the form that it was chosen for. `uploadUrl`: the address of an upload that
 * began. `size` and `sent`: of its bytes, which earlier releases did not note.
 */
export type WaitingPhotograph = {
  id: number;
  key: string;
  name: string;
  type: string;
  addedAt: number;
  size?: number;
  sent?: number;
  uploadUrl?: string;
};

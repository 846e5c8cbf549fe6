import type { FormData } from '#forms/form.ts';
import type { Sender } from '#forms/sender.ts';
import type { HistoryEvent } from '#server/audit/audit-trail.ts';
import type { InboxRow } from '../inbox/inbox.ts';

/** Everything the desk knows of one submission. */
export type SubmissionView = InboxRow & {
  data: FormData;
  sender: Sender;
  cameBy: string;
  contacted: { at: number; by: string } | null;
  closed: { at: number; by: string } | null;
  quarantine: { at: number; reason: string } | null;
  notes: NoteView[];
  letters: LetterView[];
  /** Newest first. */
  history: HistoryEvent[];
  /** Submissions by the same person: same e-mail or phone. Newest first, at most ten. */
  others: Pick<InboxRow, 'id' | 'reference' | 'form' | 'createdAt' | 'status'>[];
};

export type NoteView = { id: string; author: string; mine: boolean; createdAt: number; text: string };

export type LetterView = {
  id: string;
  kind: string;
  recipient: string | null;
  createdAt: number;
  state: 'waiting' | 'sent' | 'givenUp';
  at: number | null;
  nextTryAt: number | null;
  tries: { at: number; outcome: string; answer: string }[];
};

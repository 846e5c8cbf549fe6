/**
 * What became of something a member of staff did. `undo` is what takes it back, in the words of `changes`; null where nothing can.
 * `gone`: the submission was erased meanwhile. `refused`: the role does not allow it, or somebody was quicker; `words` say which.
 */
export type Outcome = { kind: 'done'; undo: Change | null } | { kind: 'gone' } | { kind: 'refused'; words: string };

/** Everything that can be done to a submission and taken back. */
export type Change =
  | { act: 'contacted' | 'contact undone' | 'closed' | 'reopened' | 'released' | 'set aside' }
  /** By the id of a member of staff. With `from` only while it is still theirs, so that nobody takes it from a colleague unseen. */
  | { act: 'assigned'; to: string | null; from?: string | null }
  | { act: 'note added'; text: string }
  | { act: 'note removed' | 'note restored'; noteId: string }
  | { act: 'letter sent again'; letterId: string };

import type { Selectable } from 'kysely';
import type { Schema } from '#server/database/schema.ts';

export const progressTemplate = 'progress' as const;

/** What the claimant is told of what staff did: the title of the e-mail, and its sentences. */
export type Progress = [title: string, ...sentences: string[]];

/** Reads what staff did since an e-mail was stored with this payload; null where nothing is left to report. */
export type ProgressSince = (payload: string | null, row: Selectable<Schema['form_submissions']>) => Progress | null;

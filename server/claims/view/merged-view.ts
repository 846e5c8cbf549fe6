import { type Block, blocksOf } from '#forms/answers.ts';
import { formOf } from '#forms/forms.ts';
import { answersOf } from '#server/core/database/schema.ts';
import type { SubmissionRow } from './submission-reader.ts';

/** A submission that staff merged into a claim, with what was sent. */
export type MergedView = { id: string; reference: string; form: string; createdAt: number; cameBy: string; sections: Block[] };

export function mergedView({ id, reference, form_name: form, form_data, created_at, came_by }: SubmissionRow): MergedView {
  const data = answersOf(form_data);
  return { id, reference, form, createdAt: created_at, cameBy: came_by, sections: blocksOf(formOf(form, data), data) };
}

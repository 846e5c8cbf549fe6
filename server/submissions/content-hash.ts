import { createHash } from 'node:crypto';
import type { FormData } from '#forms/form.ts';

/** Tells whether two submissions are the same words in the same form. The answers must be in the definition's order. */
export function contentHash(formName: string, data: FormData): string {
  return createHash('sha256')
    .update(JSON.stringify([formName, data]))
    .digest('hex');
}

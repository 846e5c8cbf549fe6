import { hash } from 'node:crypto';
import type { FormData } from '#forms/form.ts';

/** Tells whether two submissions are the same words in the same form. The answers must be in the definition's order. */
export function contentHash(formName: string, data: FormData): string {
  return hash('sha256', JSON.stringify([formName, data]), 'hex');
}

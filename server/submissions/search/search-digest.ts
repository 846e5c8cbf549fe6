import { createHmac } from 'node:crypto';
import { fold } from './fold.ts';

/** Tells whether two searches were for the same words, to nobody who lacks the secret what the words were. */
export function digestOf(secret: string, searched: string): string {
  return createHmac('sha256', secret)
    .update(`desk search ${fold(searched.trim())}`)
    .digest('hex')
    .slice(0, 32);
}

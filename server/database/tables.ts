import type { Schema } from './schema.ts';

/**
 * Every table with what it takes to copy it: those that others refer to come first, and every one has a text key named id.
 * A table that is missing here would be missing from backups; a test holds the list against the schema.
 */
export const tables: readonly { name: keyof Schema; json: readonly string[] }[] = [
  { name: 'form_submissions', json: ['form_data'] },
  { name: 'letters', json: [] },
];

import type { Engine } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Every table with what it takes to copy it: those that others refer to come first, and every one has a text key named id.
 * A table that is missing here would be missing from backups; a test holds the list against the schema.
 */
export const tables: readonly { name: keyof Schema; json: readonly string[] }[] = [
  { name: 'form_submissions', json: ['form_data'] },
  { name: 'jobs', json: [] },
  { name: 'job_attempts', json: [] },
  { name: 'notes', json: [] },
  { name: 'audit_events', json: [] },
  { name: 'tombstones', json: [] },
  { name: 'staff', json: [] },
  { name: 'staff_sessions', json: [] },
  { name: 'staff_accounts', json: [] },
  { name: 'staff_verifications', json: [] },
  { name: 'staff_two_factors', json: [] },
  { name: 'staff_invitations', json: [] },
];

/** Made from the others wherever they are missing, so they need no copy. `search_index` is SQLite's own full-text index. */
export const derivedTables: Record<Engine, readonly (keyof Schema | 'search_index')[]> = {
  sqlite: ['search_documents', 'search_index', 'search_state'],
  postgres: ['search_terms', 'search_state'],
};

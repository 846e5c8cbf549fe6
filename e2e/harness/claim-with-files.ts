import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { databaseFileName } from '#server/database/sqlite.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import type { Product } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import { waitLimitMs } from '#testing/until.ts';

/** Sends a claim, and these files by the form of its private page; returns the claim's id. */
export async function sendClaimWith(
  product: Product,
  files: Record<string, Buffer>,
  answers: Record<string, string>,
): Promise<string> {
  const call = jsonPost({ formName: 'Make a Claim', formData: { ...aoife, ...answers } });
  const { reference, link } = (await product.request('/functions/v1/send-form-email', call)).json();
  const body = new FormData();
  for (const [name, bytes] of Object.entries(files)) body.append('files', new Blob([new Uint8Array(bytes)]), name);
  const headers = { Cookie: `kerbside-claim=${String(link).split('/').at(-1)}`, Origin: product.url };
  const response = await fetch(`${product.url}/your-claim/files`, { method: 'POST', body, redirect: 'manual', headers });
  expect(response.status, await response.text()).toBe(303);
  return String(readStore(product).submissions.find((row) => row.reference === reference)?.id);
}

/** Makes this claim one with as many files as it can have. */
export function fillClaim({ dataDir }: Product, reference: string): void {
  const store = new Sqlite(join(dataDir, databaseFileName), { timeout: waitLimitMs });
  const insert = store.prepare(
    'insert into evidence (id, submission_id, name, size, created_at, added_by) select ?, id, ?, 1, ?, ? from form_submissions where reference = ?',
  );
  const insertAll = store.transaction(() => {
    for (let index = 0; index < evidenceLimits.claimFiles; index += 1)
      insert.run(`${reference}-${index}`, `file ${index}.jpg`, Date.now(), 'claimant', reference);
  });
  insertAll.immediate();
  store.close();
}

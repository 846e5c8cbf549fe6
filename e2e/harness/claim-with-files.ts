import { expect } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import type { Product } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';

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

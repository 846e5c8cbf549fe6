import { createClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { createTestUploads } from './create-test-uploads.ts';
import { olu } from './fixtures/test-staff.ts';

/** The real client with the token of a private link. */
export function filesOf(url: string, token: string) {
  return createClient(url, token, { auth: { persistSession: false } }).storage.from('evidence');
}

/** The product on a port, and a claim as a program has it; `openClaim` for another one. `contact`: the team has been in touch. */
export async function createTestStorage(databaseUrl: string | null = null) {
  const product = await createTestUploads(databaseUrl ? { DATABASE_URL: databaseUrl } : {});
  const { desk, links } = product.services;
  const openClaim = async () => {
    const claim = await product.claim();
    const { reference, token = '' } = claim;
    const state = await links.stateOf(token);
    const id = state.kind === 'open' ? state.claim.id : '';
    return {
      ...claim,
      token,
      files: filesOf(product.url, token),
      path: (name: string) => `${reference}/${name}`,
      contact: () => desk.runAction(olu, id, { type: 'contacted' }),
      view: () => desk.submission(olu, id),
    };
  };
  return { ...product, openClaim, mine: await openClaim() };
}

export const bytesIn = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));

export const namesIn = (data: { name: string }[] | null) => data?.map(({ name }) => name);

/** A refusal as the client reports it: by the wire's status, and by its own. */
export const refused = ({ status, message }: { status: number; message: string }) => ({
  data: null,
  error: expect.objectContaining({ status, statusCode: String(status), message }),
});

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { createTestEvidence } from './create-test-evidence.ts';
import { evidenceFiles } from './fixtures/evidence-files.ts';

type Product = Awaited<ReturnType<typeof createTestEvidence>>;

type Claim = Product['mine'];

/** Sends a file to a claim under a name; null where it was taken, otherwise the sentence of the refusal. */
type Way = (claim: Claim, bytes: Buffer, name: string) => Promise<string | null>;

const storagePathOf = ({ reference }: Claim, name: string) => `/storage/v1/object/evidence/${reference}/${name}`;

const post = async (claim: Claim, path: string, options: RequestInit) => {
  const answer = await claim.request(path, { method: 'POST', ...options });
  return answer.status < 400 ? null : answer.text();
};

const formOf = (field: string, bytes: Buffer, name: string) => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
};

const raw = (claim: Claim, type: string) => ({ Authorization: `Bearer ${claim.token}`, 'Content-Type': type });

export const ways: Record<string, Way> = {
  'tus, in one request': async ({ upload }, bytes, filename) =>
    (await upload(bytes, { metadata: { filename } }).done)?.message ?? null,
  'tus, in pieces': async ({ upload }, bytes, filename) =>
    (await upload(bytes, { metadata: { filename }, chunkSize: Math.ceil((bytes.length * 3) / 7) }).done)?.message ?? null,
  'a form without JavaScript': (claim, bytes, name) => post(claim, '/your-claim/files', { body: formOf('files', bytes, name) }),
  'the storage wire, as the body': (claim, bytes, name) =>
    post(claim, storagePathOf(claim, name), {
      headers: raw(claim, 'application/octet-stream'),
      body: new Uint8Array(bytes),
    }),
  'the storage wire, as a body of unknown length': (claim, bytes, name) =>
    post(claim, storagePathOf(claim, name), {
      headers: raw(claim, 'application/octet-stream'),
      body: new Blob([new Uint8Array(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit),
  'the storage wire, as a form': (claim, bytes, name) =>
    post(claim, storagePathOf(claim, name), {
      headers: { Authorization: `Bearer ${claim.token}` },
      body: formOf('', bytes, name),
    }),
};

/** Sends a small file, a larger one, and one of `largest` bytes; each is kept as it was sent. */
export async function expectWhole({ mine, evidence, evidenceRows }: Product, send: Way, largest: number): Promise<void> {
  const files = {
    'a.jpg': evidenceFiles.jpeg(300),
    'b.jpg': evidenceFiles.jpeg(70_000),
    'c.mp4': evidenceFiles.mp4(largest),
  };
  for (const [name, bytes] of Object.entries(files)) expect(await send(mine, bytes, name)).toBeNull();
  const rows = evidenceRows();
  expect(rows.map(({ name, size, sha256 }) => ({ name, size, sha256 }))).toEqual(
    Object.entries(files).map(([name, bytes]) => ({ name, size: bytes.length, sha256: hashOf(bytes) })),
  );
  for (const { id, received_at: receivedAt, name } of rows) {
    const opened = await evidence.open(id);
    expect(receivedAt).not.toBeNull();
    const bytes = Buffer.from(await new Response(opened?.stream).arrayBuffer());
    expect(hashOf(bytes)).toBe(hashOf(files[name as keyof typeof files]));
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

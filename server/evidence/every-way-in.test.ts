// Protects: a file arrives whole by every way in, or is refused with a sentence.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';

const megabyte = 1024 ** 2;

type Claim = Awaited<ReturnType<typeof createTestEvidence>>['mine'];

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

const ways: Record<string, Way> = {
  'tus, in one request': async ({ upload }, bytes, filename) =>
    (await upload(bytes, { metadata: { filename } }).done)?.message ?? null,
  'tus, in pieces': async ({ upload }, bytes, filename) =>
    (await upload(bytes, { metadata: { filename }, chunkSize: 3 * megabyte }).done)?.message ?? null,
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

test.each(Object.entries(ways))('a file arrives whole by %s, whatever its size', async (_, send) => {
  const { mine, evidence, evidenceRows } = await createTestEvidence();
  const files = {
    'a.jpg': evidenceFiles.jpeg(300),
    'b.jpg': evidenceFiles.jpeg(70_000),
    // More than two pieces.
    'c.mp4': evidenceFiles.mp4(7 * megabyte + 7),
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
});

test.each(Object.entries(ways))('what is refused by %s is refused with a sentence, and leaves nothing', async (_, send) => {
  const { mine, evidenceRows } = await createTestEvidence();
  for (const [bytes, reason] of [
    [refusedFiles['a page'], 'Only photographs'],
    [Buffer.alloc(0), ''],
  ] as const)
    expect(await send(mine, bytes, 'photo.jpg')).toContain(reason);
  expect(evidenceRows()).toEqual([]);
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

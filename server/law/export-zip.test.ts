// Protects: a person's export has their files and nobody else's.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { entriesOf } from '#testing/zip-entries.ts';

const databases = testDatabases();

describe('a person’s export with files', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { storeClaim, evidence, desk, advance } = testDesk;
    const first = await storeClaim(aoife, { reference: '7F4M-9TQX' });
    await advance(hour);
    const second = await storeClaim(aoife, { reference: '2C3D-4E5F' });
    const another = await storeClaim({ ...lukasz, phone: '07700 900303' });
    const add = async (id: string, name: string, bytes: Buffer) => {
      await advance(1);
      return addEvidence(evidence, id, name, bytes);
    };
    const zip = async () => {
      const exported = await desk.exportPersonWithFiles(olu, aoife.email ?? '');
      const bytes = Buffer.from(await new Response(exported.stream).arrayBuffer());
      expect(bytes.length).toBe(exported.length);
      return { ...exported, entries: entriesOf(bytes) };
    };
    return { ...testDesk, database, first, second, another, add, zip };
  }

  test('it has the text, the JSON and the files, by reference, and nobody else’s', async () => {
    const { first, second, another, add, zip, events } = await setup();
    const [one, other] = [await photograph(), evidenceFiles.pdf()];
    await add(first, 'photo.jpg', one);
    await add(first, 'Photo.JPG', evidenceFiles.jpeg());
    await add(second, 'photo.jpg', one);
    await add(second, 'a/b.pdf', other);
    await add(another, 'secret.pdf', other);
    const { entries, fileName, files } = await zip();
    expect([fileName, files]).toEqual(['what-we-hold-2026-11-21.zip', 4]);
    expect([...entries.keys()]).toEqual([
      'what-we-hold-2026-11-21.txt',
      'what-we-hold-2026-11-21.json',
      ...['2C3D-4E5F/photo.jpg', '2C3D-4E5F/b.pdf', '7F4M-9TQX/photo.jpg', '7F4M-9TQX/Photo (2).JPG'],
      'SHA256SUMS.txt',
    ]);
    expect([entries.get('7F4M-9TQX/photo.jpg')?.equals(one), entries.get('2C3D-4E5F/b.pdf')?.equals(other)]).toEqual([
      true,
      true,
    ]);
    const sha256 = createHash('sha256').update(other).digest('hex');
    expect(entries.get('SHA256SUMS.txt')?.toString()).toContain(`${sha256}  2C3D-4E5F/b.pdf\n`);
    const { submissions } = JSON.parse(entries.get('what-we-hold-2026-11-21.json')?.toString() ?? '');
    expect(submissions[0].files[1]).toMatchObject({
      name: 'b.pdf',
      size: other.length,
      mediaType: 'application/pdf',
      sha256,
      receivedAt: '2026-11-21T11:00:00.004Z',
      addedBy: 'the claimant',
      removedAt: null,
      notGivenOut: null,
    });
    expect(entries.get('what-we-hold-2026-11-21.txt')?.toString()).toContain(`SHA-256 ${sha256}`);
    const exported = (await events()).filter(({ action }) => action === 'person exported');
    expect(exported.map(({ subject_id }) => subject_id)).toEqual([second, first]);
    for (const { actor, details } of exported) {
      expect(actor).toBe(olu.name);
      expect(JSON.parse(details)).toEqual({ format: 'zip', files: 4, submissions: 2, digest: expect.any(String) });
    }
  });

  test('what is infected or not scanned yet is listed with a sentence, and left out', async () => {
    const { first, add, zip, database } = await setup();
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await add(first, name, evidenceFiles.pdf());
    const set = (name: string, scan_state: 'infected' | 'waiting') =>
      database.db.updateTable('evidence').set({ scan_state }).where('name', '=', name).execute();
    await set('a.pdf', 'infected');
    await set('b.pdf', 'waiting');
    const { entries } = await zip();
    expect([...entries.keys()].filter((name) => name.includes('/'))).toEqual(['7F4M-9TQX/c.pdf']);
    const text = entries.get('what-we-hold-2026-11-21.txt')?.toString();
    expect(text).toMatch(/a\.pdf: .*\n.*\n {2}A virus was found in it, so it is not given out\./);
    expect(text).toMatch(/b\.pdf: .*\n.*\n {2}It is not scanned for viruses yet, so it is not given out\./);
    expect(entries.get('SHA256SUMS.txt')?.toString()).toMatch(/^# 2 left out/);
  });

  test('it is offered where there are files, and to nobody without a role', async () => {
    const { first, add, desk } = await setup();
    await add(first, 'a.pdf', evidenceFiles.pdf());
    const found = async (contact: string) => desk.hasFiles(olu, await desk.findPerson(olu, contact));
    expect(await found(aoife.email ?? '')).toBe(true);
    expect([await found('07700 900303'), await found('nobody@example.org')]).toEqual([false, false]);
    const visitor = { ...olu, role: 'visitor' as never };
    await expect(desk.exportPersonWithFiles(visitor, aoife.email ?? '')).rejects.toThrow('does not allow');
    await expect(desk.hasFiles(visitor, [])).rejects.toThrow('does not allow');
  });
});

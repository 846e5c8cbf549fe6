import { open, type WaitingPhotograph } from './waiting-store.ts';

/** Photographs that were chosen for a form which is not sent yet are kept for a day. */
const draftMs = 24 * 60 * 60_000;

const draft = 'draft:';

/** What stands for the submission until there is one. */
export function draftKeyOf(slug: string): string {
  return `${draft}${slug}`;
}

/** Rejects where there is no room. */
export async function addPhotograph(key: string, file: File): Promise<void> {
  const { name, type } = file;
  const bytes = await file.arrayBuffer();
  const tx = (await open()).transaction(['photographs', 'bytes'], 'readwrite', { durability: 'strict' });
  const id = await tx.objectStore('bytes').add(bytes);
  await tx.objectStore('photographs').add({ id, key, name, type, addedAt: Date.now() });
  await tx.done;
}

/** In the order in which they were chosen. */
export async function readPhotographs(key: string): Promise<WaitingPhotograph[]> {
  return (await open()).getAllFromIndex('photographs', 'key', key);
}

/** Null where it was taken away meanwhile. */
export async function readBytes({ id }: WaitingPhotograph): Promise<ArrayBuffer | null> {
  return (await (await open()).get('bytes', id)) ?? null;
}

/** Of an upload that began. */
export async function keepUploadUrl({ id }: WaitingPhotograph, uploadUrl: string): Promise<void> {
  const tx = (await open()).transaction('photographs', 'readwrite');
  const stored = await tx.store.get(id);
  if (stored) await tx.store.put({ ...stored, uploadUrl });
  await tx.done;
}

/** It was received, or is not wanted. `notTaken`: a sentence why our server will not have it. */
export async function removePhotograph({ id, key }: WaitingPhotograph, notTaken?: string): Promise<void> {
  const tx = (await open()).transaction(['submissions', 'photographs', 'bytes'], 'readwrite', { durability: 'strict' });
  await tx.objectStore('photographs').delete(id);
  await tx.objectStore('bytes').delete(id);
  const submission = await tx.objectStore('submissions').get(key);
  const photographs = await tx.objectStore('photographs').index('key').count(key);
  const sentences = [...(submission?.notTaken ?? []), ...(notTaken === undefined ? [] : [notTaken])];
  if (submission) await tx.objectStore('submissions').put({ ...submission, photographs, notTaken: sentences });
  await tx.done;
}

/** Whether there are photographs for a form that is not sent yet. Those of yesterday are removed. */
export async function hasDrafts(): Promise<boolean> {
  const ofForms = IDBKeyRange.bound(draft, `${draft}\uffff`);
  const all = await (await open()).getAllFromIndex('photographs', 'key', ofForms);
  const old = all.filter(({ addedAt }) => Math.abs(Date.now() - addedAt) > draftMs);
  for (const photograph of old) await removePhotograph(photograph);
  return all.length > old.length;
}

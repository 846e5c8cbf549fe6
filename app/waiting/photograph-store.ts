import { day } from '#forms/durations.ts';
import { isSomethingKept } from './waiting-mark.ts';
import { add, durable, type WaitingPhotograph, withDatabase } from './waiting-store.ts';

/** How long photographs are kept that were chosen for a form which was not sent: a day. */
const draftMs = day;

const draft = 'draft:';

/** The key of photographs whose form was not sent yet. */
export function draftKeyOf(name: string): string {
  return `${draft}${name}`;
}

/** Stores a photograph; rejects where there is no room. */
export async function addPhotograph(key: string, file: File, uploadUrl?: string | null): Promise<WaitingPhotograph> {
  const { name, type } = file;
  const bytes = await file.arrayBuffer();
  return add(async (db) => {
    const tx = db.transaction(['photographs', 'bytes'], 'readwrite', durable);
    const id = await tx.objectStore('bytes').add(bytes);
    const photograph = { id, key, name, type, size: bytes.byteLength, addedAt: Date.now(), ...(uploadUrl && { uploadUrl }) };
    await tx.objectStore('photographs').add(photograph);
    await tx.done;
    return photograph;
  });
}

/** The photographs of a key, in the order in which they were chosen. */
export async function readPhotographs(key: string): Promise<WaitingPhotograph[]> {
  return (await isSomethingKept()) ? withDatabase((db) => db.getAllFromIndex('photographs', 'key', key)) : [];
}

/** Whether a photograph is still to be sent: it may have been removed, in any tab, since it was read. */
export async function isStillChosen({ id }: WaitingPhotograph): Promise<boolean> {
  return (await isSomethingKept()) && withDatabase(async (db) => (await db.getKey('photographs', id)) !== undefined);
}

/** The bytes of a photograph; null where it was removed in the meantime, or the browser has lost it. */
export async function readBytes({ id }: Pick<WaitingPhotograph, 'id'>): Promise<ArrayBuffer | null> {
  return (await withDatabase((db) => db.get('bytes', id))) ?? null;
}

/** Stores the address of an upload that began, so that it can go on. */
export function keepUploadUrl(photograph: WaitingPhotograph, uploadUrl: string): Promise<void> {
  return note(photograph, { uploadUrl, sent: 0 });
}

/** Stores how many bytes of a photograph our server has, which every tab shows. */
export function noteSent(photograph: WaitingPhotograph, sent: number): Promise<void> {
  return note(photograph, { sent });
}

function note({ id }: WaitingPhotograph, changes: Pick<WaitingPhotograph, 'uploadUrl' | 'sent'>): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('photographs', 'readwrite');
    const stored = await tx.store.get(id);
    if (stored) await tx.store.put({ ...stored, ...changes });
    await tx.done;
  });
}

/**
 * Removes a photograph that was received, or is not wanted. `notTaken`: a sentence that says why our server has refused it. The link
 * of its claim is then open.
 */
export function removePhotograph({ id, key }: WaitingPhotograph, notTaken?: string): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction(['submissions', 'photographs', 'bytes'], 'readwrite');
    const isThere = (await tx.objectStore('photographs').getKey(id)) !== undefined;
    await tx.objectStore('photographs').delete(id);
    await tx.objectStore('bytes').delete(id);
    const submission = await tx.objectStore('submissions').get(key);
    const photographs = await tx.objectStore('photographs').index('key').count(key);
    const sentences = [...(submission?.notTaken ?? []), ...(isThere && notTaken !== undefined ? [notTaken] : [])];
    const stored = submission && { ...submission, photographs, notTaken: sentences, needsLink: '', last: undefined };
    if (stored) await tx.objectStore('submissions').put(stored);
    await tx.done;
  });
}

/** All photographs on this device: of submissions, and of forms that are not sent yet, in every tab. */
export async function readAllPhotographs(): Promise<WaitingPhotograph[]> {
  return (await isSomethingKept()) ? withDatabase((db) => db.getAll('photographs')) : [];
}

/** Removes old photographs of a form that was never sent. `shown`: the keys of forms that this tab still shows. */
export async function removeOldDrafts(shown: string[]): Promise<void> {
  for (const photograph of await readAllPhotographs())
    if (
      photograph.key.startsWith(draft) &&
      Math.abs(Date.now() - photograph.addedAt) > draftMs &&
      !shown.includes(photograph.key)
    )
      await removePhotograph(photograph);
}

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
    const photograph = { id, key, name, type, addedAt: Date.now(), ...(uploadUrl && { uploadUrl }) };
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
export async function readBytes({ id }: WaitingPhotograph): Promise<ArrayBuffer | null> {
  return (await withDatabase((db) => db.get('bytes', id))) ?? null;
}

/** Stores the address of an upload that began, so that it can go on. */
export function keepUploadUrl({ id }: WaitingPhotograph, uploadUrl: string): Promise<void> {
  return withDatabase(async (db) => {
    const tx = db.transaction('photographs', 'readwrite');
    const stored = await tx.store.get(id);
    if (stored) await tx.store.put({ ...stored, uploadUrl });
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
    const stored = submission && { ...submission, photographs, notTaken: sentences, needsLink: '' };
    if (stored) await tx.objectStore('submissions').put(stored);
    await tx.done;
  });
}

/** The photographs of forms that are not sent yet, in every tab. */
export async function readDraftPhotographs(): Promise<WaitingPhotograph[]> {
  const ofForms = IDBKeyRange.bound(draft, `${draft}\uffff`);
  return (await isSomethingKept()) ? withDatabase((db) => db.getAllFromIndex('photographs', 'key', ofForms)) : [];
}

/** Removes old photographs of a form that was never sent. `shown`: the keys of forms that this tab still shows. */
export async function removeOldDrafts(shown: string[]): Promise<void> {
  for (const photograph of await readDraftPhotographs())
    if (Math.abs(Date.now() - photograph.addedAt) > draftMs && !shown.includes(photograph.key))
      await removePhotograph(photograph);
}

import { day } from '#forms/durations.ts';
import { add, readKept, write } from './waiting-database.ts';
import type { WaitingPhotograph } from './waiting-submission.ts';

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
  const content = await file.arrayBuffer();
  return add(async ({ photographs, bytes }) => {
    const id = await bytes.add(content);
    const photograph = { id, key, name, type, size: content.byteLength, addedAt: Date.now(), ...(uploadUrl && { uploadUrl }) };
    await photographs.add(photograph);
    return photograph;
  });
}

/** The photographs of a key, in the order in which they were chosen. */
export async function readPhotographs(key: string): Promise<WaitingPhotograph[]> {
  return (await readKept(({ photographs }) => photographs.of(key))) ?? [];
}

/** Whether a photograph is still to be sent: it may have been removed, in any tab, since it was read. */
export async function isStillChosen({ id }: WaitingPhotograph): Promise<boolean> {
  return Boolean(await readKept(({ photographs }) => photographs.get(id)));
}

/** The bytes of a photograph; null where it was removed in the meantime, or the browser has lost it. */
export async function readBytes({ id }: Pick<WaitingPhotograph, 'id'>): Promise<ArrayBuffer | null> {
  return (await readKept(({ bytes }) => bytes.get(id))) ?? null;
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
  return write(async ({ photographs }) => {
    const stored = await photographs.get(id);
    if (stored) await photographs.put({ ...stored, ...changes });
  });
}

/**
 * Removes a photograph that was received, or is not wanted. `notTaken`: a sentence that says why our server has refused it. The link
 * of its claim is then open.
 */
export function removePhotograph({ id, key }: WaitingPhotograph, notTaken?: string): Promise<void> {
  return write(async ({ submissions, photographs, bytes }) => {
    const isThere = (await photographs.get(id)) !== undefined;
    await photographs.delete(id);
    await bytes.delete(id);
    const submission = await submissions.get(key);
    const { length: count } = await photographs.of(key);
    const sentences = [...(submission?.notTaken ?? []), ...(isThere && notTaken !== undefined ? [notTaken] : [])];
    const rest = { photographs: count, notTaken: sentences, needsLink: '', last: undefined };
    if (submission) await submissions.put({ ...submission, ...rest });
  });
}

/** All photographs on this device: of submissions, and of forms that are not sent yet, in every tab. */
export async function readAllPhotographs(): Promise<WaitingPhotograph[]> {
  return (await readKept(({ photographs }) => photographs.all())) ?? [];
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

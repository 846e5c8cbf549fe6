import { addPhotograph, draftKeyOf, readBytes, readPhotographs, removePhotograph } from '#app/waiting/photograph-store.ts';
import type { WaitingPhotograph } from '#app/waiting/waiting-submission.ts';
import type { LateText } from '#content/late-texts.ts';
import { isPhotograph, photographBytes } from '#forms/evidence-rules.ts';
import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { draftIdsOf, keepDraftId } from './form-draft.ts';
import type { FormState } from './form-state.ts';
import { formStore } from './form-store.ts';
import { dropUnstored, holdInMemory } from './unstored-photographs.ts';
import { changed, type PhotographProblem, updateList } from './waiting-list.ts';

/** Photographs that were cleared. They are in memory only, for as long as that can be undone. */
const cleared = new Map<string, File[]>();

/** Changes of the photographs run one after the other, in their order. */
let last: Promise<void> = Promise.resolve();

function inTurn(act: () => Promise<void>): Promise<void> {
  const acting = last.then(act);
  last = acting.catch(() => {});
  return acting;
}

/** Resolves once all photographs that were chosen so far are on the device. */
export const photographsKept = (): Promise<void> => last;

/** Adds photographs. They are stored on the device at once, because phones close pages to make room for the camera. */
export function addPhotographs(form: FormDefinition, files: File[]): Promise<void> {
  const { slug } = form;
  // The form may be accepted before they are stored.
  const key = draftKey(form);
  keepDraftId(slug, formStore(form).read().draftId);
  return inTurn(async () => {
    const found: PhotographProblem[] = [];
    for (const file of files) {
      const problem = problemWith(file);
      if (problem) found.push({ name: file.name, problem });
      else await keepOnDevice(slug, key, file);
    }
    updateList({ problems: { [slug]: found } });
    await changed();
  });
}

async function keepOnDevice(slug: string, key: string, file: File): Promise<void> {
  try {
    await addPhotograph(key, file);
  } catch {
    holdInMemory(slug, file);
  }
}

function problemWith({ type, size }: File): LateText | null {
  if (type && !isPhotograph(type)) return 'Only photographs go with the form. Add other files later, by your link.';
  return size > photographBytes ? 'A photograph can have up to 25 MB.' : null;
}

export function takeAway(photograph: WaitingPhotograph): Promise<void> {
  return inTurn(async () => {
    await removePhotograph(photograph);
    await changed();
  });
}

/** Removes the photographs of a draft that is cleared: the next person to use the device must not send them. */
export function clearPhotographs(form: FormDefinition, draft: Pick<FormState, 'draftId'>): Promise<void> {
  const { slug } = form;
  const key = draftKey(form, draft);
  return inTurn(async () => {
    const files: File[] = [];
    for (const photograph of await readPhotographs(key)) {
      const { name, type } = photograph;
      const bytes = await readBytes(photograph).catch(() => null);
      if (bytes) files.push(new File([bytes], name, { type }));
      await removePhotograph(photograph);
    }
    dropUnstored((one) => one.slug === slug);
    cleared.set(slug, files);
    updateList({ problems: {} });
    await changed();
  });
}

/** Adds the photographs again when clearing is undone. */
export async function restorePhotographs(form: FormDefinition): Promise<void> {
  await photographsKept();
  const files = cleared.get(form.slug) ?? [];
  forgetCleared(form);
  await addPhotographs(form, files);
}

export function forgetCleared({ slug }: FormDefinition): void {
  cleared.delete(slug);
}

/** The keys of the photographs of every draft that this tab shows, or would show. */
export function shownDraftKeys(): string[] {
  return forms.flatMap(({ slug }) => draftIdsOf(slug).map((id) => draftKeyOf(`${slug}:${id}`)));
}

/** The key of a draft's photographs until the form is sent: another tab that takes the draft over has them too. */
export function draftKey(form: FormDefinition, { draftId }: Pick<FormState, 'draftId'> = formStore(form).read()): string {
  return draftKeyOf(`${form.slug}:${draftId}`);
}

import { createStore } from '#app/ui/create-store.ts';
import { sendFromMemory, type UnstoredPhotograph } from '#app/waiting/send-photographs.ts';
import type { Accepted } from '#app/waiting/waiting-submission.ts';

/** What became of a photograph in memory: it is sent with its form, was not sent, with a sentence, or is being sent. */
export type Unstored = { id: number; slug: string; name: string; state: 'chosen' | 'sending' | 'failed'; message: string };

/** Photographs that the device has no room for. They are sent from memory, as long as their page is open. */
export const unstoredPhotographs = createStore<Unstored[]>([]);

const files = new Map<number, File>();
let count = 0;

export function holdInMemory(slug: string, file: File): void {
  count += 1;
  files.set(count, file);
  unstoredPhotographs.set([...unstoredPhotographs.read(), { id: count, slug, name: file.name, state: 'chosen', message: '' }]);
}

export function dropUnstored(isMeant: (one: Unstored) => boolean): void {
  for (const one of unstoredPhotographs.read()) if (isMeant(one)) files.delete(one.id);
  unstoredPhotographs.set(unstoredPhotographs.read().filter((one) => !isMeant(one)));
}

/** How often, and with which pauses, a photograph is tried. After that its sender has to add it on the page of the claim. */
const attempts = { most: 5, pauseMs: 5_000 };

/** Sends the photographs of a form that was accepted. */
export async function sendUnstored(slug: string, receipt: Accepted, { most, pauseMs } = attempts): Promise<void> {
  for (const one of unstoredPhotographs.read().filter((other) => other.slug === slug && other.state === 'chosen')) {
    show(one.id, { state: 'sending' });
    const message = await send(one, receipt, most, pauseMs);
    if (message === null) dropUnstored(({ id }) => id === one.id);
    else show(one.id, { state: 'failed', message });
  }
}

/** Null once it was received; else why it was not, in a sentence. */
async function send({ id, name }: Unstored, receipt: Accepted, most: number, pauseMs: number): Promise<string | null> {
  const bytes = await files
    .get(id)
    ?.arrayBuffer()
    .catch(() => null);
  if (!bytes) return 'This device could not read it, so it was not sent.';
  const photograph: UnstoredPhotograph = { name, bytes };
  for (let attempt = 1; attempt <= most; attempt += 1) {
    if (!files.has(id)) return null;
    const outcome = await sendFromMemory(photograph, receipt);
    if (outcome.kind === 'received') return null;
    if (outcome.kind === 'refused') return outcome.message;
    if (attempt < most) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return 'It did not get through. Add it on the page of your claim, by the link on your receipt.';
}

function show(id: number, changes: Partial<Unstored>): void {
  unstoredPhotographs.set(unstoredPhotographs.read().map((one) => (one.id === id ? { ...one, ...changes } : one)));
}

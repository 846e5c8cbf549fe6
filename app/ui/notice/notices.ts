import { createStore } from '../create-store.ts';

/** What a notice says. `destructive` is for failures. */
export type Notice = { tone: 'plain' | 'good' | 'destructive'; title: string; description: string };

/** How long the specification wants a notice to be shown, in milliseconds. */
export const noticeMs = 5_000;

/** A closed notice stays here until the next one comes, because it may still be sliding out. */
type Shown = Notice & { id: number; open: boolean };

export const noticeStore = createStore<Shown | null>(null);
let count = 0;

/** Shows a notice in place of the one before, because only one is visible at a time. */
export function showNotice(notice: Notice): void {
  count += 1;
  noticeStore.set({ ...notice, id: count, open: true });
}

export function closeNotice(id: number): void {
  const current = noticeStore.read();
  if (current?.id === id) noticeStore.set({ ...current, open: false });
}

/** Closes the current notice, because what it says no longer holds. */
export function clearNotices(): void {
  const current = noticeStore.read();
  if (current) closeNotice(current.id);
}

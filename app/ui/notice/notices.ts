/** What a notice says. `destructive` is for failures; `extra` is a further line that helps. */
export type Notice = { tone: 'plain' | 'good' | 'destructive'; title: string; description: string; extra?: string };

type Shown = Notice & { id: number };

let current: Shown | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a notice in place of the one before: one is visible at once. */
export function showNotice(notice: Notice): void {
  count += 1;
  current = { ...notice, id: count };
  for (const listener of listeners) listener();
}

export function clearNotice(id: number): void {
  if (current?.id !== id) return;
  current = null;
  for (const listener of listeners) listener();
}

/** What the notice on show says no longer holds: it need not wait for its time. */
export function clearNotices(): void {
  if (current) clearNotice(current.id);
}

export const noticeStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => current,
  readOnServer: () => null,
};

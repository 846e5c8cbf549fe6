import { useSyncExternalStore } from 'react';
import { NoticeToasts } from './notice-toasts.tsx';
import { noticeMs, noticeStore } from './notices.ts';

/** The place where notices appear. It is there from the first one on, and never in a page from the server: it has styles of its own. */
export function NoticeArea({ showMs = noticeMs }: { showMs?: number }) {
  const notice = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.readOnServer);
  return notice && <NoticeToasts notice={notice} showMs={showMs} />;
}

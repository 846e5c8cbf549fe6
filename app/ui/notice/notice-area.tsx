import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { closeNotice, noticeMs, noticeStore } from './notices.ts';

const load = () => import('./notice-toasts.tsx').then((module) => module.NoticeToasts);

/**
 * The place where notices appear. The code that draws them is loaded while the page is idle, before it is needed, because the notice
 * that the network is gone must not need the network. If that failed, a plain notice says the same.
 */
export function NoticeArea() {
  const notice = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.readOnServer);
  const [Toasts, setToasts] = useState<ComponentType<{ notice: typeof notice }> | 'missing' | null>(null);
  const needed = notice !== null && Toasts === null;

  useEffect(() => {
    let left = false;
    const fetchNow = () =>
      load().then(
        (loaded) => left || setToasts(() => loaded),
        () => left || setToasts('missing'),
      );
    const idle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 1_000));
    if (needed) void fetchNow();
    else idle(() => void fetchNow());
    return () => {
      left = true;
    };
  }, [needed]);

  if (Toasts === 'missing') return <PlainNotice notice={notice} />;
  return Toasts && <Toasts notice={notice} />;
}

/** The notice without its swipes and hotkeys, for a page whose notice script never arrived. */
function PlainNotice({ notice }: { notice: ReturnType<typeof noticeStore.read> }) {
  useEffect(() => {
    if (!notice?.open) return;
    const timer = setTimeout(() => closeNotice(notice.id), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div role="status" className="notice-area">
      {notice?.open && (
        <div className={`notice notice-${notice.tone}`}>
          <strong>{notice.title}</strong>
          <p>{notice.description}</p>
          {notice.extra && <p>{notice.extra}</p>}
        </div>
      )}
    </div>
  );
}

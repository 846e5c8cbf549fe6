import { useEffect } from 'react';
import { closeNotice, noticeMs, type noticeStore } from './notices.ts';

/** The notice without its swipes and hotkeys, for a page whose notice script never arrived. */
export function PlainNotice({ notice }: { notice: ReturnType<typeof noticeStore.read> }) {
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

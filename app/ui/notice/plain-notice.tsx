import { useEffect } from 'react';
import { clearNotice, type noticeStore } from './notices.ts';

/** The notice without its swipes and hotkeys, for a page whose notice script never arrived. */
export function PlainNotice({ notice }: { notice: ReturnType<typeof noticeStore.read> }) {
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => clearNotice(notice.id), 10_000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div role="status" className="notice-area">
      {notice && (
        <div className={`notice notice-${notice.tone}`}>
          <strong>{notice.title}</strong>
          <p>{notice.description}</p>
          {notice.extra && <p>{notice.extra}</p>}
        </div>
      )}
    </div>
  );
}

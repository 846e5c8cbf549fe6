import { createRoot } from 'react-dom/client';
import { NoticeArea } from '#app/ui/notice/notice-area.tsx';
import { noticeMs } from '#app/ui/notice/notices.ts';
import { timeLimit } from '#forms/time-limit.ts';

/** Draws the page's notices from now on. */
export function drawNotices(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<NoticeArea showMs={timeLimit('notice', noticeMs)} />);
}

import * as Toast from '@radix-ui/react-toast';
import { closeNotice, type noticeStore } from './notices.ts';

type Shown = NonNullable<ReturnType<typeof noticeStore.read>>;

/** Notices as the specification wants them: 5000 ms, a swipe of 50 px to the right, F8, one at a time. */
export function NoticeToasts({ notice, showMs }: { notice: Shown; showMs: number }) {
  return (
    <Toast.Provider duration={showMs} swipeDirection="right" swipeThreshold={50} label="Notice">
      <NoticeToast key={notice.id} notice={notice} />
      <Toast.Viewport className="notice-area" hotkey={['F8']} label="Notices ({hotkey})" />
    </Toast.Provider>
  );
}

function NoticeToast({ notice }: { notice: Shown }) {
  return (
    <Toast.Root
      open={notice.open}
      onOpenChange={(open) => open || closeNotice(notice.id)}
      type="foreground"
      className={`notice notice-${notice.tone}`}
    >
      <Toast.Title className="notice-title">{notice.title}</Toast.Title>
      <Toast.Description>{notice.description}</Toast.Description>
      <Toast.Close className="notice-close" aria-label="Close">
        <span aria-hidden="true">×</span>
      </Toast.Close>
    </Toast.Root>
  );
}

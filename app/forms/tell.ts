import { type Notice, showNotice } from '#app/ui/notice/notices.ts';
import { site } from '#content/site.ts';
import { type Outcome, texts } from './outcome.ts';

/** Shows the notice that the specification has for an outcome. */
export function tell(outcome: Outcome): void {
  showNotice(noticeFor(outcome));
}

export function noticeFor(outcome: Outcome): Notice {
  switch (outcome.kind) {
    case 'accepted':
      return { tone: 'good', ...texts.success };
    case 'invalid-email':
      return { tone: 'destructive', ...texts.invalidEmail };
    case 'unreachable':
      return {
        tone: 'destructive',
        title: texts.failure.title,
        description: texts.failure.fallback,
        extra: `We could not reach our server. Your answers are kept here. You can also call ${site.helpline.display}.`,
      };
    default:
      return {
        tone: 'destructive',
        title: texts.failure.title,
        description: outcome.message ? texts.failure.email(outcome.message) : texts.failure.fallback,
      };
  }
}

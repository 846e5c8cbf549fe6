import { type Notice, showNotice } from '#app/ui/notice/notices.ts';
import { notices, unreachable } from '#forms/errors.ts';
import type { Outcome } from './outcome.ts';

/** Shows the notice that the specification has for an outcome. */
export function tell(outcome: Outcome): void {
  showNotice(noticeFor(outcome));
}

export function noticeFor(outcome: Outcome): Notice {
  switch (outcome.kind) {
    case 'accepted':
      return { tone: 'good', ...notices.success };
    case 'invalid-email':
      return { tone: 'destructive', ...notices.invalidEmail };
    case 'unreachable':
      return {
        tone: 'destructive',
        title: notices.failure.title,
        description: notices.failure.fallback,
        extra: unreachable,
      };
    default:
      return {
        tone: 'destructive',
        title: notices.failure.title,
        description: outcome.message ? notices.failure.email(outcome.message) : notices.failure.fallback,
      };
  }
}

import { showNotice } from '#app/ui/notice/notices.ts';
import { notices } from '#forms/errors.ts';

export function showFeatureInProgress() {
  showNotice({ tone: 'plain', ...notices.featureInProgress });
}

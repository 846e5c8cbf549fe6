import { showNotice } from '#app/ui/notice/notices.ts';

export function showFeatureInProgress() {
  showNotice({
    tone: 'plain',
    title: 'Feature in Progress',
    description: 'This feature is not implemented yet. Please call or email us.',
  });
}

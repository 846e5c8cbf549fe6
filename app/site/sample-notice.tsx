import { sampleNotice } from '#content/notices.ts';
import { testimonials } from '#content/testimonials.ts';

/** Above the cards for as long as any of them is a sample. */
export function SampleNotice() {
  return testimonials.some(({ sample }) => sample) && <p className="notice-small">{sampleNotice}</p>;
}

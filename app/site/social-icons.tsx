import { site } from '#content/site.ts';
import { showFeatureInProgress } from './feature-in-progress.ts';

/** Simple shapes of our own rather than the networks' marks, which are theirs. On a grid of 24. */
const shapes: Record<string, string> = {
  Facebook: 'M14 22v-8h3l1-4h-4V8q0-2 2-2h2V2h-3q-5 0-5 5v3H7v4h3v8z',
  Instagram: 'M3 3h18v18H3zm3 3v12h12V6zm6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  LinkedIn: 'M3 9h4v12H3zm0-6h4v4H3zm7 6h4v2q4-4 7 0v10h-4v-8q-1-2-3 0v8h-4z',
  X: 'M3 3h5l4 6 5-6h4l-7 8 7 10h-5l-5-7-6 7H3l7-9z',
};

export function SocialIcons() {
  return (
    <ul className="social-icons" aria-label="Social media">
      {site.social.map((network) => (
        <li key={network}>
          <button type="button" onClick={showFeatureInProgress} aria-label={network}>
            <svg viewBox="0 0 24 24" fill="currentColor" fillRule="evenodd" aria-hidden="true" className="glyph">
              <path d={shapes[network] ?? 'M4 4h16v16H4z'} />
            </svg>
          </button>
        </li>
      ))}
    </ul>
  );
}

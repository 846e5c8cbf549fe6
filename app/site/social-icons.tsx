import { site } from '#content/site.ts';
import { showFeatureInProgress } from './feature-in-progress.ts';

/** Letters of our own rather than the networks' marks, which are theirs. */
const initials: Record<string, string> = { Facebook: 'f', Instagram: 'ig', LinkedIn: 'in', X: 'x' };

export function SocialIcons() {
  return (
    <ul className="social-icons" aria-label="Social media">
      {site.social.map((network) => (
        <li key={network}>
          <button type="button" onClick={showFeatureInProgress} aria-label={network}>
            <span aria-hidden="true">{initials[network] ?? network.slice(0, 2)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

import type { FormEvent } from 'react';
import { showFeatureInProgress } from './feature-in-progress.ts';

/** A placeholder: the browser checks the address, and nothing is sent or kept, also without scripts (method=dialog). */
export function Newsletter() {
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    showFeatureInProgress();
  }
  return (
    <form className="newsletter" onSubmit={onSubmit} method="dialog">
      <h2 id="newsletter-title">Newsletter</h2>
      <label htmlFor="newsletter-email">Your email</label>
      <div className="newsletter-row">
        <input id="newsletter-email" type="email" required autoComplete="email" className="input" />
        <button type="submit" className="button button-sign">
          Subscribe
        </button>
      </div>
    </form>
  );
}

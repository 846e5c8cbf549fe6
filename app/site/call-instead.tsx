import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

/** Beside a long form: for whoever would rather speak to somebody. */
export function CallInstead({ note }: { note: string }) {
  return (
    <aside className="side stack" aria-label="Rather talk?">
      <div className="sign sign-motorway stack">
        <h2>Rather talk?</h2>
        <p>We answer {site.hours}. In an emergency call 999 first.</p>
        <a href={`tel:${site.helpline.tel}`} className="button button-now">
          <Pictogram name="phone" className="glyph" />
          {site.helpline.display}
        </a>
      </div>
      <p className="notice-small">{note}</p>
    </aside>
  );
}

import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

export function ImmediateAssistance() {
  return (
    <aside className="sign sign-motorway stack" aria-labelledby="assistance">
      <h2 id="assistance">Need Immediate Assistance?</h2>
      <p>Speak to our team any time, day or night. In an emergency call 999 first.</p>
      <a href={`tel:${site.helpline.tel}`} className="button button-now">
        <Pictogram name="phone" className="glyph" />
        <span>
          Call the helpline: <span className="whole">{site.helpline.display}</span>
        </span>
      </a>
    </aside>
  );
}

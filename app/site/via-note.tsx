import type { ReactNode } from 'react';
import { money } from '#content/money.ts';
import { type ShownSource, viaName } from '#forms/via.ts';

/** `source`: null where the link names nobody; undefined where the page is made for no link. */
type ViaNoteProps = { formId: string; source: ShownSource | null | undefined };

/**
 * Says who sent the visitor, by the link that they followed, and that a partner may be paid for it, with a box by which it is left out. The box belongs to the form, and is no
 * part of what is hydrated. An exported or saved page, which is made for no link, has a note without the name, which its script shows:
 * there nobody has looked whether it is one, but a text that is longer than any name would make the form too long to be sent.
 */
export function ViaNote({ formId, source }: ViaNoteProps) {
  if (source === null) return null;
  if (source) {
    const { value, name, isPartner } = source;
    return (
      <Note formId={formId} value={value}>
        You were sent by <bdi>{name}</bdi>
        {isPartner ? <Paid /> : ', says the link that you followed. We have not checked that.'}
      </Note>
    );
  }
  return (
    <>
      <template id="via">
        <Note formId={formId}>
          The link that you followed says who sent you
          <Paid />
        </Note>
      </template>
      <script>{showNote}</script>
    </>
  );
}

/** The end of the sentence that says who sent the visitor. */
function Paid() {
  return `.${money.introducers === null ? '' : ` ${money.introducers}`}`;
}

function Note({ formId, value, children }: { formId: string; value?: string; children: ReactNode }) {
  return (
    <div className="callout via-note" lang="en-GB" dir="ltr">
      <p>{children}</p>
      <label className="choice">
        <input type="checkbox" name={viaName} value={value} defaultChecked form={formId} />
        <span>Say so with my claim. Untick to leave it out.</span>
      </label>
    </div>
  );
}

const showNote = `{let t=via,v=new URLSearchParams(location.search).get("${viaName}");if(v&&v.length<99)t.content.querySelector("input").value=v,t.replaceWith(t.content)}`;

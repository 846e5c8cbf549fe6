import { useRef } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { type DraftOwner, useDraft } from '../note-draft.ts';

type Props = { unsaved: string; draft: DraftOwner; saved: { text: string } | null };

/** Adds an internal note, which is never sent to anybody. `unsaved`: the text of a note that was refused. */
export function NoteForm({ unsaved, draft, saved }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const saveDraft = useDraft(field, { ...draft, name: 'note', saved });
  return (
    <Form method="post" className="field acts-note">
      <input type="hidden" name="act" value="note added" />
      <label htmlFor="note" className="sr-only">
        Add a note
      </label>
      <div className="acts-note-row">
        <textarea
          ref={field}
          onInput={saveDraft}
          id="note"
          name="text"
          className="input"
          rows={1}
          placeholder="A note for colleagues"
          required
          defaultValue={unsaved}
          maxLength={10_000}
        />
        <SubmitButton className="button button-quiet">Add note</SubmitButton>
      </div>
    </Form>
  );
}

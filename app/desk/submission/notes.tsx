import { useRef } from 'react';
import { Form } from 'react-router';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { NoteView } from '#server/submissions/view/submission-view.ts';
import { ActionButton } from './next-steps.tsx';
import { useNoteDraft } from './note-draft.ts';

/** Internal notes, which are never sent to anybody. `unsaved`: the text of a note that was refused. */
export function Notes({
  notes,
  unsaved,
  ...draft
}: {
  notes: NoteView[];
  unsaved: string;
  staffId: string;
  submissionId: string;
  saved: { noteText: string } | null;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const saveDraft = useNoteDraft(field, draft);
  return (
    <section className="card" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <ul className="notes">
        {notes.map(({ id, author, mine, createdAt, text }) => (
          <li key={id} className="note">
            <p dir="auto">{text}</p>
            <div className="muted cluster">
              {author}, {shortLondonMoment(createdAt)}
              {mine && (
                <ActionButton action={{ type: 'note removed', noteId: id }} className="button-link">
                  Remove<span className="sr-only"> this note</span>
                </ActionButton>
              )}
            </div>
          </li>
        ))}
        <li>
          <Form method="post" className="field">
            <input type="hidden" name="act" value="note added" />
            <label htmlFor="note">Add a note</label>
            <textarea
              ref={field}
              onInput={saveDraft}
              id="note"
              name="text"
              className="input"
              required
              defaultValue={unsaved}
              maxLength={10_000}
            />
            <div>
              <SubmitButton className="button button-quiet">Add note</SubmitButton>
            </div>
          </Form>
        </li>
      </ul>
    </section>
  );
}

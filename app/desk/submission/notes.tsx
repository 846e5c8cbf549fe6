import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { NoteView } from '#server/desk/submission-view.ts';
import { londonMoment } from '../look/times.ts';
import { ChangeButton } from './change-button.tsx';

/** What colleagues tell each other about it. Never sent to anybody. `unsaved`: what was typed and not taken. */
export function Notes({ notes, unsaved }: { notes: NoteView[]; unsaved: string }) {
  const form = useRef<HTMLFormElement>(null);
  const isIdle = useNavigation().state === 'idle';
  const count = notes.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: emptied when a note has come in, and only then
  useEffect(() => {
    if (isIdle && !unsaved) form.current?.reset();
  }, [count]);
  return (
    <section className="panel" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <ul className="notes">
        {notes.map(({ id, author, mine, createdAt, text }) => (
          <li key={id} className="note">
            <p dir="auto">{text}</p>
            <p className="quiet row">
              {author}, {londonMoment(createdAt)}
              {mine && (
                <ChangeButton change={{ act: 'note removed', noteId: id }} className="button-link">
                  Remove<span className="sr-only"> this note</span>
                </ChangeButton>
              )}
            </p>
          </li>
        ))}
        <li>
          <Form method="post" className="field" ref={form}>
            <input type="hidden" name="act" value="note added" />
            <label htmlFor="note">Add a note</label>
            <textarea id="note" name="text" className="input" required defaultValue={unsaved} maxLength={10_000} />
            <div>
              <button type="submit" className="button button-quiet">
                Add note
              </button>
            </div>
          </Form>
        </li>
      </ul>
    </section>
  );
}

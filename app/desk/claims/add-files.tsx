import { type ChangeEvent, type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { useFocusOn } from '#app/ui/use-focus-on.ts';
import { fileSize } from '#forms/file-size.ts';
import { type FileSource, fileSources, readFileSource } from '#forms/file-sources.ts';
import type { FileProblems } from '#server/files/upload-endpoints.ts';
import { addUploads, isOnlyHere, removeUpload, type StaffUpload, sendAgain, staffUploads } from './staff-uploads.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

type AddFilesProps = { submissionId: string; reference: string; choice: { accept: string; hint: string } };

/**
 * Adds files to a claim: chosen, or with scripts dropped or pasted anywhere on its page. Where they came from is asked once for all of
 * them. Without JavaScript it is one form.
 */
export function AddFiles({ submissionId, reference, choice }: AddFilesProps) {
  const [chosen, setChosen] = useState<File[]>([]);
  const [isOver, setOver] = useState(false);
  const source = useFocusOn<HTMLSelectElement>(chosen.length > 0 && chosen);
  const uploads = useUploads(submissionId);

  const choose = (files: File[]) => setChosen((before) => [...before, ...files]);
  useDroppedFiles(choose, setOver);

  function takeChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    choose([...(currentTarget.files ?? [])]);
    // Without a value the same file can be chosen again.
    currentTarget.value = '';
  }

  function addChosen(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = readFileSource(source.current?.value);
    if (chosen.length === 0 || name === null) return;
    addUploads(submissionId, chosen, name);
    setChosen([]);
  }

  return (
    <div className="add-files not-printed">
      <form
        method="post"
        action={`/desk/files/${submissionId}`}
        encType="multipart/form-data"
        className="add-files-form"
        onSubmit={addChosen}
      >
        <Labelled id="file-source" label="Where from">
          <select id="file-source" name="source" className="input" ref={source}>
            {(Object.keys(fileSources) as FileSource[]).map((name) => (
              <option key={name} value={name}>
                {fileSources[name]}
              </option>
            ))}
          </select>
        </Labelled>
        <div className="field">
          <label htmlFor="files" data-key="d" aria-keyshortcuts="d">
            Files
          </label>
          <input
            id="files"
            name="files"
            type="file"
            multiple
            required={chosen.length === 0}
            className="file-input"
            accept={choice.accept}
            aria-describedby="files-hint"
            onChange={takeChosen}
          />
        </div>
        <button type="submit" className="button button-quiet">
          {chosen.length > 0 ? `Add ${count(chosen.length)} to ${reference}` : 'Add files'}
        </button>
      </form>
      <p id="files-hint" className="muted">
        <span className="hydrated-only">Or drop or paste them anywhere on this page. </span>
        {choice.hint}
      </p>
      {chosen.length > 0 && <Chosen files={chosen} onCancel={() => setChosen([])} />}
      <Uploads uploads={uploads} submissionId={submissionId} />
      {isOver && (
        <p className="drop-here" aria-hidden="true">
          Drop the files to add them to {reference}
        </p>
      )}
    </div>
  );
}

/** The uploads of this claim. The claim is read again when one of them was added. */
function useUploads(submissionId: string): StaffUpload[] {
  const all = useSyncExternalStore(staffUploads.subscribe, staffUploads.read, staffUploads.readOnServer);
  const mine = all.filter(({ claimId }) => claimId === submissionId);
  const added = mine.filter(({ state }) => state === 'added').length;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (added > 0) void revalidate();
  }, [added, revalidate]);

  const isAnyOnlyHere = all.some(isOnlyHere);
  useEffect(() => {
    if (!isAnyOnlyHere) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAnyOnlyHere]);

  const doesWait = mine.some(({ state }) => state === 'lost');
  useEffect(() => {
    if (!doesWait) return;
    const again = () => sendAgain(submissionId);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [doesWait, submissionId]);
  return mine;
}

function Chosen({ files, onCancel }: { files: File[]; onCancel: () => void }) {
  return (
    <div className="callout">
      <p role="status">{count(files.length)} chosen. Say where they are from, then add them.</p>
      <ul>
        {files.map((file, index) => (
          // Two files may have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: files are only added at the end
          <li key={index}>
            <bdi>{file.name}</bdi>, {fileSize(file.size)}
          </li>
        ))}
      </ul>
      <button type="button" className="button-link" onClick={onCancel}>
        Choose none of them
      </button>
    </div>
  );
}

const stateTexts: Record<StaffUpload['state'], string> = {
  queued: 'Waiting',
  sending: 'On its way',
  added: 'Added',
  refused: 'Not added',
  lost: 'Not added yet',
  'signed out': 'Not added yet',
};

function Uploads({ uploads, submissionId }: { uploads: StaffUpload[]; submissionId: string }) {
  const added = uploads.filter(({ state }) => state === 'added').length;
  const isSignedOut = uploads.some(({ state }) => state === 'signed out');
  const canSendAgain = isSignedOut || uploads.some(({ state }) => state === 'lost');
  return (
    <>
      <p role="status" className={uploads.length > 0 ? undefined : 'sr-only'}>
        {uploads.length > 0 && `${added} of ${count(uploads.length)} added.`}
      </p>
      <ul className="add-files-list">
        {uploads
          .filter(({ state }) => state !== 'added')
          .map(({ id, file, sent, state, message }) => (
            <li key={id}>
              <p id={`upload-${id}`}>
                <bdi>{file.name}</bdi>{' '}
                <span className="muted">
                  {stateTexts[state]}, {state === 'sending' && `${fileSize(sent)} of `}
                  {fileSize(file.size)}
                </span>
              </p>
              {state === 'sending' && <progress max={Math.max(file.size, 1)} value={sent} aria-labelledby={`upload-${id}`} />}
              {message && (
                <p role="alert" className="callout callout-danger">
                  {message}
                </p>
              )}
              {['refused', 'lost', 'signed out'].includes(state) && (
                <button type="button" className="button-link" onClick={() => removeUpload(id)}>
                  Leave out<span className="sr-only"> {file.name}</span>
                </button>
              )}
            </li>
          ))}
      </ul>
      {canSendAgain && (
        <p className="cluster">
          {isSignedOut && (
            <a className="button button-quiet" href="/desk/sign-in" target="_blank" rel="noopener">
              Sign in<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <button type="button" className="button button-primary" onClick={() => sendAgain(submissionId)}>
            Send the files again
          </button>
        </p>
      )}
    </>
  );
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** What was refused of a form with files that was posted without JavaScript. */
export function FileProblemsMessage({ problems: { texts, haveOthersArrived } }: { problems: FileProblems }) {
  return (
    <div role="alert" className="callout callout-danger">
      <ul className="list">
        {texts.map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {haveOthersArrived && <p>Every other file was added.</p>}
    </div>
  );
}

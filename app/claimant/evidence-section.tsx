import type { ChangeEvent } from 'react';
import { Labelled } from '#app/ui/labelled.tsx';
import { claimPageRefusals } from '#forms/evidence-rules.ts';
import type { FileProblems } from '#server/files/upload-endpoints.ts';
import type { ClaimFile } from '#server/people/claimant/claim-files.ts';
import { ReceivedItem, UploadItem } from './file-items.tsx';
import { useUploads } from './use-uploads.ts';

type EvidenceSectionProps = { files: ClaimFile[]; choice: { accept: string; hint: string }; reference: string };

/** Photographs and documents: what has arrived, what is on its way, and the ways to add more. */
export function EvidenceSection({ files, choice, reference }: EvidenceSectionProps) {
  const { uploads, unfinished, isReady, hasFailed, canResume, add, cancel, retry } = useUploads(reference);
  const current = uploads.filter(({ state }) => state !== 'received');
  const received = uploads.length - current.length;

  function addChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    if (!isReady) return;
    void add([...(currentTarget.files ?? [])]);
    // Without a value the same file can be chosen again.
    currentTarget.value = '';
  }

  return (
    <section className="card stack" id="files" aria-labelledby="files-title">
      <h2 id="files-title">Photographs and documents</h2>
      <p>
        Pictures of the damage and the place, the other driver's details, dashcam films, voice notes, letters. Original files are
        best, not screenshots. Whatever has arrived here is safe with us.
      </p>
      <form
        method="post"
        action={`/your-claim/files?claim=${reference}`}
        encType="multipart/form-data"
        className="stack claim-form"
        onSubmit={(event) => isReady && event.preventDefault()}
      >
        <Labelled id="file" label="Add files" hint={`${choice.hint} Several at once are fine.`}>
          <input
            id="file"
            name="file"
            type="file"
            className="file-input"
            multiple
            // Without scripts, a form with no file in it would come back without a word.
            required={!isReady}
            accept={choice.accept}
            aria-describedby="file-hint"
            onChange={addChosen}
          />
        </Labelled>
        {isReady ? (
          <Labelled id="camera" label="Or take a photograph now" className="field file-camera">
            <input id="camera" type="file" className="file-input" accept="image/*" capture="environment" onChange={addChosen} />
          </Labelled>
        ) : (
          <div>
            <button type="submit" className="button button-primary">
              Send files
            </button>
          </div>
        )}
      </form>
      {hasFailed && (
        <p role="alert" className="callout callout-danger">
          We could not get ready to send files. Check your connection, then choose them again.
        </p>
      )}
      {!canResume && (
        <p>
          Your browser does not let us store anything. Keep this page open until every file has arrived: if you close it, one that
          is on its way starts again from the beginning.
        </p>
      )}
      {unfinished.length > 0 && (
        <div className="callout">
          <p>Not finished the last time. Choose the same file again, and it goes on where it stopped:</p>
          <ul>
            {unfinished.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className={uploads.length > 0 ? undefined : 'sr-only'}>
        {uploads.length > 0 && `${received} of ${uploads.length === 1 ? '1 file' : `${uploads.length} files`} arrived.`}
      </p>
      {current.length > 0 && (
        <ul className="claim-files" aria-label="Files on their way">
          {current.map((upload) => (
            <UploadItem key={upload.id} upload={upload} onCancel={() => cancel(upload.id)} onRetry={() => retry(upload.id)} />
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <>
          <ReceivedFiles files={files} isClosed={false} />
          <p className="muted">Every file here stays with your claim. If one is the wrong file, tell us in a message.</p>
        </>
      )}
    </section>
  );
}

/** The files of a closed claim, which can no longer be changed. */
export function ClosedEvidence({ files }: { files: ClaimFile[] }) {
  return (
    <section className="card stack" id="files" aria-labelledby="files-title">
      <h2 id="files-title">Photographs and documents</h2>
      <p>{claimPageRefusals.closed}</p>
      {files.length > 0 && <ReceivedFiles files={files} isClosed />}
    </section>
  );
}

function ReceivedFiles({ files, isClosed }: { files: ClaimFile[]; isClosed: boolean }) {
  return (
    <>
      <h3>What has arrived</h3>
      <ul className="claim-files">
        {files.map((file) => (
          <ReceivedItem key={file.id} file={file} isClosed={isClosed} />
        ))}
      </ul>
    </>
  );
}

/** The problems of files that were posted by a form without JavaScript, and refused. */
export function FileProblemsNote({ problems: { texts, haveOthersArrived } }: { problems: FileProblems }) {
  return (
    <div role="alert" className="callout callout-danger">
      <p>
        <strong>{texts.length === 1 ? 'There is a problem with a file' : `There are problems with ${texts.length} files`}</strong>
      </p>
      <ul className="list">
        {texts.map((text, index) => (
          // Two files may have one name and one problem.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {haveOthersArrived && <p>{claimPageRefusals.othersArrived}</p>}
    </div>
  );
}

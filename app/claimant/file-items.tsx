import { fileSize } from '#forms/file-size.ts';
import { londonMoment } from '#forms/london-day.ts';
import type { ClaimFile } from '#server/people/claimant/claim-files.ts';
import type { FileUpload } from './upload-queue.ts';

const stateTexts: Record<FileUpload['state'], string> = {
  queued: 'Waiting',
  sending: 'On its way',
  waiting: 'It did not get through. It goes on by itself',
  received: 'Arrived',
  refused: 'Not accepted',
};

type UploadItemProps = { upload: FileUpload; onCancel: () => void; onRetry: () => void };

/** A file on its way. */
export function UploadItem({ upload, onCancel, onRetry }: UploadItemProps) {
  const { id, name, size, sent, state, message, canRetry } = upload;
  return (
    <li>
      <span className="claim-file-picture" aria-hidden="true">
        {extensionOf(name)}
      </span>
      <div>
        <p id={`upload-${id}`}>
          <bdi>{name}</bdi>
        </p>
        <p className="muted">
          {stateTexts[state]}
          {state !== 'refused' && `, ${fileSize(sent)} of ${fileSize(size)}`}
        </p>
      </div>
      <div className="claim-file-actions">
        {state === 'refused' && canRetry && (
          <button type="button" className="button-link" onClick={onRetry}>
            Try again<span className="sr-only"> {name}</span>
          </button>
        )}
        <button type="button" className="button-link" onClick={onCancel}>
          {state === 'refused' ? 'Remove' : 'Cancel'}
          <span className="sr-only"> {name}</span>
        </button>
      </div>
      {state === 'refused' ? (
        <p role="alert" className="callout callout-danger claim-file-problem">
          {message}
        </p>
      ) : (
        <progress max={Math.max(size, 1)} value={sent} aria-labelledby={`upload-${id}`} />
      )}
    </li>
  );
}

/** A file that has arrived. */
export function ReceivedItem({ file, isClosed }: { file: ClaimFile; isClosed: boolean }) {
  const { id, name, size, receivedAt, hasThumbnail, problem, isDamaged } = file;
  return (
    <li>
      {hasThumbnail ? (
        <img
          className="claim-file-picture"
          src={`/your-claim/evidence/${id}/thumbnail`}
          alt=""
          width="64"
          height="64"
          loading="lazy"
        />
      ) : (
        <span className="claim-file-picture" aria-hidden="true">
          {extensionOf(name)}
        </span>
      )}
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className="muted">
          {fileSize(size)}, arrived {londonMoment(receivedAt)}
          {problem && `. ${problem}`}
        </p>
        {isDamaged && !problem && !isClosed && <p>This picture may be damaged. If you have it whole, please send it again.</p>}
      </div>
      {!problem && (
        <div className="claim-file-actions">
          <a href={`/your-claim/evidence/${id}/original`} download>
            Download<span className="sr-only"> {name}</span>
          </a>
        </div>
      )}
    </li>
  );
}

function extensionOf(name: string): string {
  return (/\.([\p{L}\p{N}]{1,4})$/u.exec(name)?.[1] ?? 'file').toUpperCase();
}

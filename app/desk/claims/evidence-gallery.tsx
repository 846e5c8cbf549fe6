import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { Drawing } from '#app/ui/pictogram.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import { fileSize } from '#forms/file-size.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';
import type { EvidenceView } from '#server/files/staff-evidence.ts';
import { Confirm } from '../confirm.tsx';
import { AddFiles } from './add-files.tsx';
import { EvidenceFacts } from './evidence-facts.tsx';
import { EvidenceViewer } from './evidence-viewer.tsx';

type GalleryProps = { evidence: EvidenceView[]; view: SubmissionView; choice: { accept: string; hint: string } };

/** The files of a claim. Each opens in a dialog, or without JavaScript as a page of its own. */
export function EvidenceGallery({ evidence: all, view, choice }: GalleryProps) {
  const evidence = all.filter(({ takenBackBy }) => takenBackBy === null);
  const takenBack = all.filter(({ takenBackBy }) => takenBackBy !== null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const infected = evidence.filter(({ scan }) => scan === 'infected');
  const others = evidence.filter(({ scan }) => scan !== 'infected');
  const viewable = others.filter(({ scan }) => scan !== 'waiting');

  function show(event: MouseEvent, id: string) {
    // A click for a new tab or window works as on any link.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setShownId(id);
    dialog.current?.showModal();
  }

  return (
    <section className="card evidence" aria-labelledby="evidence">
      <h2 id="evidence">
        Evidence <span className="muted">{evidence.length > 0 && totals(evidence)}</span>
      </h2>
      {infected.length > 0 && <InfectedFiles infected={infected} />}
      <ul className="evidence-list" hidden={others.length === 0}>
        {others.map((item) => (
          <li key={item.id} className="evidence-item">
            <Thumbnail item={item} onShow={(event) => show(event, item.id)} />
            <p className="evidence-name">
              <bdi>{item.name}</bdi>
            </p>
            <p className="muted">
              {item.kindName}, {fileSize(item.size)}, {shortLondonMoment(item.receivedAt)}
            </p>
            {item.removedAt !== null && <p>Removed by the sender {shortLondonMoment(item.removedAt)}. Only the team sees it.</p>}
            {item.preview === 'failed' && <NoPreview item={item} />}
            {item.preview === 'none' && item.previewReason && <p className="muted">{item.previewReason}</p>}
            {item.preview === 'ready' && item.previewReason && <p className="muted">{item.previewReason}</p>}
            <EvidenceFacts item={item} />
            {item.canTakeBack && <FileAct item={item} act="taken-back" label="Take back" />}
          </li>
        ))}
      </ul>
      <p className="cluster not-printed">
        {(view.sender.email || view.sender.phone) && (
          <Link
            className="button button-quiet"
            to={`/desk/submissions/${view.id}/reply?template=photographs`}
            data-key="p"
            aria-keyshortcuts="p"
          >
            Ask for photographs
          </Link>
        )}
        {viewable.length > 0 && (
          <a className="button button-quiet" href={`/desk/submissions/${view.id}/evidence.zip`} download>
            Download all as one ZIP
          </a>
        )}
      </p>
      {takenBack.length > 0 && <TakenBack files={takenBack} />}
      <AddFiles submissionId={view.id} reference={view.reference} choice={choice} />
      <EvidenceViewer dialog={dialog} evidence={viewable} shownId={shownId} onShow={setShownId} />
    </section>
  );
}

function totals(evidence: EvidenceView[]): string {
  const bytes = evidence.reduce((sum, { size }) => sum + size, 0);
  return `${evidence.length === 1 ? 'one file' : `${evidence.length} files`}, ${fileSize(bytes)}`;
}

/** Infected files are apart and have no link, so that nobody opens one by mistake. */
function InfectedFiles({ infected }: { infected: EvidenceView[] }) {
  return (
    <div className="callout callout-danger">
      <h3>A virus was found</h3>
      <p>Nobody can open or download these. Ask for the file again.</p>
      <ul>
        {infected.map(({ id, name, virus, receivedAt }) => (
          <li key={id}>
            <bdi>{name}</bdi>, {shortLondonMoment(receivedAt)}: {virus}
            <Confirm
              label="Remove"
              about={name}
              consequence="The file is erased for good. That it came, with its SHA-256, and what was found stay in the history."
              button="Remove it"
              action={`/desk/evidence/${id}/removed`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What staff took back: kept for thirty days, and until then one click away. */
function TakenBack({ files }: { files: EvidenceView[] }) {
  return (
    <details className="not-printed">
      <summary>Taken back: {files.length === 1 ? 'one file' : `${files.length} files`}</summary>
      <p>Only the team sees these. Each is erased thirty days after it was taken back.</p>
      <ul>
        {files.map((item) => (
          <li key={item.id}>
            <bdi>{item.name}</bdi>, taken back by {item.takenBackByName} {shortLondonMoment(item.removedAt ?? 0)}
            <FileAct item={item} act="put-back" label="Put back" />
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileAct({ item: { id, name }, act, label }: { item: EvidenceView; act: 'taken-back' | 'put-back'; label: string }) {
  return (
    <Form method="post" action={`/desk/evidence/${id}/${act}`} className="not-printed" preventScrollReset>
      <SubmitButton className="button-link">
        {label}
        <span className="sr-only">: {name}</span>
      </SubmitButton>
    </Form>
  );
}

function NoPreview({ item: { id, name, previewReason } }: { item: EvidenceView }) {
  return (
    <>
      <p className="muted">No preview. {previewReason}</p>
      <Form method="post" action={`/desk/evidence/${id}/preview`} className="not-printed">
        <SubmitButton className="button button-quiet">
          Make a preview
          <span className="sr-only">: {name}</span>
        </SubmitButton>
      </Form>
    </>
  );
}

function Thumbnail({ item, onShow }: { item: EvidenceView; onShow: (event: MouseEvent) => void }) {
  const { id, name, preview, scan } = item;
  if (scan === 'waiting')
    return (
      <div className="evidence-thumbnail">
        <KindDrawing item={item} />
        <span>Being scanned for viruses</span>
      </div>
    );
  return (
    <a className="evidence-thumbnail" href={viewPath(item)} onClick={onShow}>
      {preview === 'ready' && item.group !== 'sound' ? (
        <img src={`/desk/evidence/${id}/thumbnail`} alt="" loading="lazy" />
      ) : (
        <>
          <KindDrawing item={item} />
          {preview === 'waiting' && item.group === 'picture' && <span>Preview to come</span>}
        </>
      )}
      <span className="sr-only">Open {name}</span>
    </a>
  );
}

/** What a browser opens of a file by itself: of a picture its preview, because not every browser shows HEIC. */
function viewPath(item: EvidenceView): string {
  const isPreview = item.group === 'picture' && item.preview === 'ready';
  return `/desk/evidence/${item.id}/${isPreview ? 'large' : item.opens ? 'original' : 'download'}`;
}

const drawings: Record<EvidenceView['group'], ReactNode> = {
  picture: <path d="M5 9h38v30H5zm4 4v20l9-11 7 8 5-6 9 10V13zm21 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z" fillRule="evenodd" />,
  paper: <path d="M10 4h18l10 10v30H10zm16 4H14v32h20V16h-8zM18 22h12v3H18zm0 7h12v3H18z" fillRule="evenodd" />,
  film: <path d="M4 11h28v8l12-7v24l-12-7v8H4z" />,
  sound: <path d="M5 18h9L26 7v34L14 30H5zm25-3c6 4 6 14 0 18v-4c3-3 3-7 0-10zm0-8c14 6 14 28 0 34v-4c9-6 9-20 0-26z" />,
};

function KindDrawing({ item }: { item: EvidenceView }) {
  return <Drawing className="evidence-drawing">{drawings[item.group]}</Drawing>;
}

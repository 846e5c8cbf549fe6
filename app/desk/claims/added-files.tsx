import { minute } from '#forms/durations.ts';
import { fileSources } from '#forms/file-sources.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { EvidenceView } from '#server/files/staff-evidence.ts';

type FilesTogether = [EvidenceView, ...EvidenceView[]];

/** Files that one person added from one source within this time are one entry: somebody may add sixty photographs. */
const togetherMs = 10 * minute;

/** The files of each entry, oldest first. */
export function addedTogether(evidence: EvidenceView[]): FilesTogether[] {
  const entries: FilesTogether[] = [];
  const shown = evidence.filter(({ takenBackBy }) => takenBackBy === null);
  for (const item of shown.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
    const entry = entries.findLast(
      ([{ addedBy, source, receivedAt }]) =>
        addedBy === item.addedBy && source === item.source && item.receivedAt - receivedAt < togetherMs,
    );
    if (entry) entry.push(item);
    else entries.push([item]);
  }
  return entries;
}

/** Files that were added, as an entry of the timeline. */
export function AddedFiles({ files }: { files: FilesTogether }) {
  const [{ name, addedByName, source, receivedAt }] = files;
  return (
    <div>
      <p>
        {files.length === 1 ? 'A file' : `${files.length} files`} added{source && `. ${fileSources[source]}`}
      </p>
      <p className="muted cluster">
        {addedByName}, {shortLondonMoment(receivedAt)}
        <a href="#evidence">{files.length === 1 ? <bdi>{name}</bdi> : 'Show them'}</a>
      </p>
    </div>
  );
}

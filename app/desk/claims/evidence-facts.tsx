import { fileSources } from '#forms/file-sources.ts';
import type { EvidenceView } from '#server/files/staff-evidence.ts';

/** What a file says about itself, which is no proof, and what we know of it. */
export function EvidenceFacts({ item }: { item: EvidenceView }) {
  const { id, name, facts, sha256, addedByName } = item;
  const { takenAt, latitude, longitude, camera, width, height, durationMs } = facts;
  return (
    <>
      {takenAt && (
        <p>
          {item.group === 'sound' ? 'Recorded' : 'Taken'} {cameraMoment(takenAt)}
        </p>
      )}
      {latitude !== null && longitude !== null && (
        <p>
          <a href={mapAt(latitude, longitude)} target="_blank" rel="noreferrer">
            Place on a map<span className="sr-only">: where {name} was taken (opens in a new tab)</span>
          </a>
        </p>
      )}
      <details>
        <summary>
          Details<span className="sr-only"> of {name}</span>
        </summary>
        <dl className="evidence-facts">
          <Fact label="Added by">{addedByName}</Fact>
          {item.source && <Fact label="Where from">{fileSources[item.source]}</Fact>}
          {camera && <Fact label="Camera">{camera}</Fact>}
          {width !== null && height !== null && (
            <Fact label="Size">
              {width} × {height}
            </Fact>
          )}
          {durationMs !== null && <Fact label="Length">{lengthInWords(durationMs)}</Fact>}
          {latitude !== null && longitude !== null && (
            <Fact label="Place">
              {latitude}, {longitude}
            </Fact>
          )}
          {scans[item.scan] && <Fact label="Virus scan">{scans[item.scan]}</Fact>}
          <Fact label="SHA-256">
            <code>{sha256}</code>
          </Fact>
        </dl>
        {takenAt || camera || latitude !== null ? <p className="muted">Time, place and camera are what the file says.</p> : null}
      </details>
      {notScanned[item.scan] && <p>{notScanned[item.scan]}</p>}
      {item.scan !== 'waiting' && (
        <p className="not-printed">
          <a className="button-link" href={`/desk/evidence/${id}/download`} download>
            Download<span className="sr-only">: {name}</span>
          </a>
        </p>
      )}
    </>
  );
}

/** The results of a scan in words; those of infected and waiting files are shown elsewhere. */
const scans: Partial<Record<EvidenceView['scan'], string>> = {
  none: 'Not scanned',
  clean: 'Nothing found',
  'too-long': 'Too long to scan',
  encrypted: 'Cannot be looked into',
};

/** What the scanner did not look into may be anything, so it is said where the file is opened. */
const notScanned: Partial<Record<EvidenceView['scan'], string>> = {
  'too-long': 'Too long to scan for viruses. Look at it here rather than in another program.',
  encrypted: 'Encrypted, so the virus scan cannot look into it. Ask the sender what it is before you open it.',
};

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time by the camera's clock, which is not converted. A film's own header has UTC by the standard, and in dashcams their clock's. */
function cameraMoment(takenAt: string): string {
  const [, local = '', zone = ''] = /^(.{19})(.*)$/.exec(takenAt) ?? [];
  const at = Date.parse(`${local}Z`);
  if (Number.isNaN(at)) return takenAt;
  if (zone === 'Z') return `${clock.format(at)} (UTC, or as the camera’s clock said)`;
  return `${clock.format(at)}${zone && ` (UTC${zone.replace('-', '−')})`}`;
}

function lengthInWords(durationMs: number): string {
  const seconds = Math.max(Math.round(durationMs / 1_000), 1);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return [hours && `${hours} h`, minutes && `${minutes} min`, seconds % 60 && `${seconds % 60} s`].filter(Boolean).join(' ');
}

/** The address of a map with a mark at a place. */
export function mapAt(latitude: number | string, longitude: number | string): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

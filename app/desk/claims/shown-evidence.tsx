import { type RefObject, useState } from 'react';
import type { EvidenceView } from '#server/files/staff-evidence.ts';
import { ShownPicture } from './shown-picture.tsx';

/**
 * Shows one file. Films and sounds are in a player of the page: Chromium downloads a QuickTime film in a frame, and plays it here.
 * Documents are never rendered, PDF included.
 */
export function ShownEvidence({ item, scroller }: { item: EvidenceView; scroller: RefObject<HTMLDivElement | null> }) {
  const { preview, previewReason, group } = item;
  if (group === 'film') return <Film item={item} />;
  if (group === 'sound') return <Sound item={item} />;
  if (preview === 'ready') return <ShownPicture item={item} scroller={scroller} />;
  if (group === 'picture')
    return (
      <NotShown>
        {preview === 'waiting'
          ? 'Its preview is still being made.'
          : ['There is no preview of this picture.', previewReason].filter(Boolean).join(' ')}{' '}
        It can be downloaded.
      </NotShown>
    );
  return <NotShown>Documents are not shown here. Download it, and read it on your own computer.</NotShown>;
}

/**
 * What plays. Whether a browser can play a film is known only once it has tried: `canPlayType` says no to QuickTime films that play. After
 * the original the copy is tried, where ffmpeg may have made one.
 */
type Playing = 'original' | 'copy' | 'neither';

/** A copy may be made while somebody looks at the film. */
export function whatPlays(preview: EvidenceView['preview'], unplayable: Playing[]): Playing {
  if (!unplayable.includes('original')) return 'original';
  return mayHaveCopy(preview) && !unplayable.includes('copy') ? 'copy' : 'neither';
}

const mayHaveCopy = (preview: EvidenceView['preview']): boolean => preview === 'ready' || preview === 'failed';

function usePlaying({ preview }: EvidenceView) {
  const [unplayable, setUnplayable] = useState<Playing[]>([]);
  const playing = whatPlays(preview, unplayable);
  const hasCopy = playing === 'original' && mayHaveCopy(preview);
  return { playing, hasCopy, playNext: () => setUnplayable([...unplayable, playing]) };
}

function Film({ item }: { item: EvidenceView }) {
  const { id, name, preview } = item;
  const { playing, hasCopy, playNext } = usePlaying(item);
  const [isSoundAlone, setSoundAlone] = useState(false);
  if (playing === 'neither')
    return (
      <NotShown>
        {preview === 'ready' && <img src={`/desk/evidence/${id}/large`} alt={`A still of ${name}`} />}
        <p>{unplayable(item)}</p>
      </NotShown>
    );
  return (
    <div className="evidence-shown evidence-player">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what a claimant filmed. */}
      <video
        key={playing}
        src={`/desk/evidence/${id}/${playing}`}
        poster={preview === 'ready' ? `/desk/evidence/${id}/large` : undefined}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        onError={playNext}
        // Of a film whose picture a browser cannot decode, it plays the sound.
        onLoadedMetadata={({ currentTarget: { videoWidth } }) =>
          videoWidth === 0 && hasCopy ? playNext() : setSoundAlone(videoWidth === 0)
        }
      />
      {playing === 'copy' && <CopyNote item={item} />}
      {isSoundAlone && playing === 'original' && <p>This browser plays its sound alone. It can be downloaded.</p>}
    </div>
  );
}

function Sound({ item }: { item: EvidenceView }) {
  const { playing, playNext } = usePlaying(item);
  if (playing === 'neither') return <NotShown>{unplayable(item)}</NotShown>;
  return (
    <div className="evidence-shown evidence-player">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what a claimant said. */}
      <audio
        key={playing}
        src={`/desk/evidence/${item.id}/${playing}`}
        aria-label={item.name}
        controls
        preload="metadata"
        onError={playNext}
      />
      {playing === 'copy' && <CopyNote item={item} />}
    </div>
  );
}

function unplayable({ preview, previewReason }: EvidenceView): string {
  const reasons = {
    waiting: 'A copy that plays may be made just now.',
    failed: previewReason,
    ready: null,
    none: null,
  };
  return ['This browser cannot play it.', reasons[preview], 'It can be downloaded.'].filter(Boolean).join(' ');
}

/** A copy is no evidence: its quality may be less, and it may have the beginning only. */
function CopyNote({ item: { previewReason } }: { item: EvidenceView }) {
  return <p>This is a copy, because this browser does not play the original. {previewReason}</p>;
}

function NotShown({ children }: { children: React.ReactNode }) {
  return <div className="evidence-shown evidence-not-shown">{children}</div>;
}

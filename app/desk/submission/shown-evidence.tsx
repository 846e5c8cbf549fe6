import { type RefObject, useState } from 'react';
import type { EvidenceView } from '#server/desk-evidence.ts';
import { ShownPicture } from './shown-picture.tsx';

/**
 * Shows one file. Films and sounds are in a player of the page: Chromium downloads a QuickTime film in a frame, and plays it here. A PDF
 * is in a frame in which no scripts run. Its response says so, because browsers show no PDF in a frame that the page declares a
 * sandbox. Nothing else is rendered.
 */
export function ShownEvidence({ item, scroller }: { item: EvidenceView; scroller: RefObject<HTMLDivElement | null> }) {
  const { id, name, preview, group, opens } = item;
  if (group === 'film') return <Film item={item} />;
  if (group === 'sound') return <Sound item={item} />;
  if (preview === 'ready') return <ShownPicture item={item} scroller={scroller} />;
  if (group === 'picture')
    return (
      <NotShown>
        {preview === 'waiting' ? 'Its preview is still being made.' : 'There is no preview of this picture.'} It can be
        downloaded.
      </NotShown>
    );
  if (opens === 'frame') return <iframe className="evidence-shown" src={`/desk/evidence/${id}/original`} title={name} />;
  return <NotShown>Documents of this kind are not shown here. It can be downloaded.</NotShown>;
}

type Playing = 'original' | 'neither';

/** Whether a browser can play a film is known only once it has tried: `canPlayType` says no to QuickTime films that play. */
function Film({ item: { id, name, preview } }: { item: EvidenceView }) {
  const [playing, setPlaying] = useState<Playing>('original');
  const [isSoundAlone, setSoundAlone] = useState(false);
  if (playing === 'neither')
    return (
      <NotShown>
        {preview === 'ready' && <img src={`/desk/evidence/${id}/large`} alt={`A still of ${name}`} />}
        This browser cannot play it. It can be downloaded.
      </NotShown>
    );
  return (
    <div className="evidence-shown evidence-player">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what a claimant filmed. */}
      <video
        src={`/desk/evidence/${id}/original`}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        onError={() => setPlaying('neither')}
        // Of a film whose picture a browser cannot decode, it plays the sound.
        onLoadedMetadata={({ currentTarget }) => setSoundAlone(currentTarget.videoWidth === 0)}
      />
      {isSoundAlone && <p>This browser plays its sound alone. It can be downloaded.</p>}
    </div>
  );
}

function Sound({ item: { id, name } }: { item: EvidenceView }) {
  const [playing, setPlaying] = useState<Playing>('original');
  if (playing === 'neither') return <NotShown>This browser cannot play it. It can be downloaded.</NotShown>;
  return (
    <div className="evidence-shown evidence-player">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what a claimant said. */}
      <audio
        src={`/desk/evidence/${id}/original`}
        aria-label={name}
        controls
        preload="metadata"
        onError={() => setPlaying('neither')}
      />
    </div>
  );
}

function NotShown({ children }: { children: React.ReactNode }) {
  return <div className="evidence-shown evidence-not-shown">{children}</div>;
}

import sharp, { type Metadata } from 'sharp';

/** The most pictures within a DNG that are looked at, besides the first. Cameras write up to four. */
const maxPictures = 8;

/** How orientations of EXIF turn a picture. Cameras do not mirror. */
const turns: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/**
 * The pictures in a DNG. `preview` is the largest that is no raw one, which the camera made for screens; null where there is none.
 * `size` is that of the largest of all as it is shown, which is the photograph's.
 */
export type Dng = {
  preview: Metadata | null;
  /** The place of the preview among the pictures within the first; −1 is that. */
  subifd: number;
  /** The degrees by which the preview is turned, where the file says so only of its first picture. */
  turn: number;
  size: { width: number; height: number } | null;
};

/** Reads what pictures a DNG has. A raw picture has 16 bits, or one value for each pixel, and needs its maker's colours. */
export async function readDng(bytes: Buffer): Promise<Dng> {
  const pictures = [];
  for (let subifd = -1; subifd < maxPictures; subifd += 1) {
    const metadata = await sharp(bytes, { limitInputPixels: false, tiff: { subifd } })
      .metadata()
      .catch(() => null);
    if (metadata) pictures.push({ metadata, subifd, area: metadata.width * metadata.height });
  }
  pictures.sort((one, other) => other.area - one.area);
  const first = pictures.find(({ subifd }) => subifd === -1)?.metadata;
  const preview = pictures.find(({ metadata: { depth, channels } }) => depth === 'uchar' && channels >= 3);
  const turnOf = ({ orientation = 1 }: Metadata) => (orientation > 1 ? 0 : (turns[first?.orientation ?? 1] ?? 0));
  const [largest] = pictures;
  return {
    preview: preview?.metadata ?? null,
    subifd: preview?.subifd ?? -1,
    turn: preview ? turnOf(preview.metadata) : 0,
    size: largest ? turned(largest.metadata, turnOf(largest.metadata)) : null,
  };
}

function turned({ autoOrient: { width, height } }: Metadata, turn: number): { width: number; height: number } {
  return turn % 180 === 90 ? { width: height, height: width } : { width, height };
}

import ExifReader from 'exifreader';
import { cameraName, cameraTime, type FileFacts, placeAt, utcOffset } from './file-facts.ts';

/** The times that cameras and programs write, best first, each with the offset that belongs to it. */
const times = [
  ['DateTimeOriginal', 'OffsetTimeOriginal'],
  ['DateTimeDigitized', 'OffsetTimeDigitized'],
  ['DateTime', 'OffsetTime'],
] as const;

const tags = [...times.flat(), 'Make', 'Model', 'GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'];

type Tags = Record<string, { value?: unknown } | undefined>;

/** Reads what the EXIF of a picture says, in whichever format the picture is. */
export function exifFacts(picture: Buffer): Pick<FileFacts, 'takenAt' | 'latitude' | 'longitude' | 'camera'> {
  const exif = tolerantRead(picture);
  return {
    takenAt: takenAt(exif),
    ...placeAt(
      degrees(exif.GPSLatitude?.value, { N: 1, S: -1 }[text(exif.GPSLatitudeRef)]),
      degrees(exif.GPSLongitude?.value, { E: 1, W: -1 }[text(exif.GPSLongitudeRef)]),
    ),
    camera: cameraName(text(exif.Make), text(exif.Model)),
  };
}

/** The tags as they are in the file: no time is turned into a moment, and no fraction into a number. */
function tolerantRead(picture: Buffer): Tags {
  try {
    return (ExifReader.load(picture, { expanded: true, includeTags: { exif: tags } }).exif ?? {}) as Tags;
  } catch {
    return {};
  }
}

function takenAt(exif: Tags): string | null {
  for (const [time, ownOffset] of times) {
    const local = cameraTime(text(exif[time]));
    if (local) return local + (utcOffset(text(exif[ownOffset])) ?? utcOffset(text(exif.OffsetTime)) ?? '');
  }
  return null;
}

/** Degrees, minutes and seconds, each a fraction of two whole numbers. Without a direction they are no coordinate. */
function degrees(fractions: unknown, sign: number | undefined): number | null {
  if (!Array.isArray(fractions) || sign === undefined) return null;
  const [whole = Number.NaN, minutes = 0, seconds = 0] = fractions.map((one) => Number(one?.[0]) / Number(one?.[1]));
  const isReal = whole >= 0 && minutes >= 0 && minutes <= 60 && seconds >= 0 && seconds <= 60;
  return isReal ? sign * (whole + minutes / 60 + seconds / 3600) : null;
}

function text(tag: Tags[string]): string {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'string' ? value : '';
}

import readExif, { type GPSInfoTags, type PhotoTags } from 'exif-reader';

/**
 * What a picture says about when, where and with what it was taken. These are facts for staff and no proof: clocks are wrong, and
 * anybody can write into a file.
 */
export type ExifFacts = {
  /** By the camera's clock, such as 2026-11-20T14:03:22, with the offset from UTC at its end where the camera wrote one. */
  takenAt: string | null;
  /** In degrees. Either both coordinates are known or neither. */
  latitude: number | null;
  longitude: number | null;
  camera: string | null;
};

const maxCameraLength = 80;

/** Reads an EXIF block as it is in the file. Whatever is missing or makes no sense is null. */
export function exifFacts(block: Buffer | undefined): ExifFacts {
  const { Image: image, Photo: photo, GPSInfo: gps } = (block && tolerantRead(block)) ?? {};
  return { takenAt: takenAt(photo ?? {}), ...place(gps ?? {}), camera: camera(image?.Make, image?.Model) };
}

function tolerantRead(block: Buffer) {
  try {
    return readExif(block);
  } catch {
    return null;
  }
}

function takenAt({ DateTimeOriginal: date, OffsetTimeOriginal: offset }: Partial<PhotoTags>): string | null {
  // The library reads the camera's time as UTC, so its UTC digits are the camera's.
  if (!(date instanceof Date) || Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990) return null;
  const isOffset = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset);
  return `${date.toISOString().slice(0, 19)}${isOffset ? offset : ''}`;
}

function place({
  GPSLatitude,
  GPSLatitudeRef,
  GPSLongitude,
  GPSLongitudeRef,
}: Partial<GPSInfoTags>): Pick<ExifFacts, 'latitude' | 'longitude'> {
  const latitude = degrees(GPSLatitude, GPSLatitudeRef === 'S', 90);
  const longitude = degrees(GPSLongitude, GPSLongitudeRef === 'W', 180);
  // Phones that do not know where they are write zeros.
  const isKnown = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0);
  return isKnown ? { latitude, longitude } : { latitude: null, longitude: null };
}

function degrees(parts: unknown, isNegative: boolean, limit: number): number | null {
  if (!Array.isArray(parts)) return null;
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts.map(Number);
  const value = whole + minutes / 60 + seconds / 3600;
  // Six decimal places are ten centimetres.
  return value >= 0 && value <= limit ? Number((isNegative ? -value : value).toFixed(6)) : null;
}

/** The maker and the model. Many makers repeat their name in the model. */
function camera(make: unknown, model: unknown): string | null {
  const [maker, name] = [make, model].map((text) => (typeof text === 'string' ? printable(text) : ''));
  const text = name?.toLowerCase().startsWith(maker?.toLowerCase() ?? '') ? name : `${maker} ${name}`;
  return text?.trim().slice(0, maxCameraLength) || null;
}

function printable(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

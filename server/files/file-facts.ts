import type { EvidenceItem } from './evidence-item.ts';

/**
 * What a picture or film says about itself. These are facts for staff and no proof: clocks are wrong, and anybody can write into a file.
 * Whatever is missing or impossible is null.
 */
export type FileFacts = EvidenceItem['facts'];

export const noFacts: FileFacts = {
  takenAt: null,
  latitude: null,
  longitude: null,
  camera: null,
  width: null,
  height: null,
  durationMs: null,
};

const maxCameraLength = 80;

/** A time by a camera's clock, `2026-11-20T14:03:22`, of digits in Exif's form or ISO's; null where no calendar has that moment. */
export function cameraTime(text: string): string | null {
  const [, year = '', month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? [];
  const local = `${year}-${month}-${day}T${time}`;
  const at = new Date(`${local}Z`);
  // A clock that was never set says 1970 or 1980. Date reads 30 February as a day in March.
  const isReal = Number(year) >= 1990 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local);
  return isReal ? local : null;
}

/** An offset from UTC as a camera writes it, `+01:00`, `+0100` or `Z`; null where it is none. */
export function utcOffset(text: string): string | null {
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d\d):?(\d\d)$/.exec(text.trim()) ?? [];
  if (text.trim() === 'Z') return '+00:00';
  return sign && Number(hours) <= 14 && Number(minutes) < 60 ? `${sign}${hours}:${minutes}` : null;
}

/** A place in degrees. Both coordinates are known or neither; phones that do not know where they are write zeros. */
export function placeAt(latitude: number | null, longitude: number | null): Pick<FileFacts, 'latitude' | 'longitude'> {
  const isPlace =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (latitude !== 0 || longitude !== 0);
  if (!isPlace) return { latitude: null, longitude: null };
  // Six decimal places are ten centimetres.
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
}

/** The maker and the model. Many makers repeat their name in the model. */
export function cameraName(make: string, model: string): string | null {
  const [maker, name] = [printable(make), printable(model)];
  const text = name.toLowerCase().startsWith(maker.toLowerCase()) ? name : `${maker} ${name}`;
  return text.trim().slice(0, maxCameraLength) || null;
}

function printable(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

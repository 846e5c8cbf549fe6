import { site } from './site.ts';
import { helplineLabel, openHours, withinTarget } from './stated-hours.ts';

const built = values();

/**
 * What a page tells its scripts, whose files have these as they were built; null while they are the same. Each page has its own, so that a
 * page that was opened before a change hydrates as it was rendered.
 */
export function toldToScripts(): string | null {
  const now = values();
  return now === built ? null : now;
}

function values(): string {
  return JSON.stringify({ site: { helpline: site.helpline }, openHours, helplineLabel, withinTarget });
}

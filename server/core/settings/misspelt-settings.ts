import { nearestName } from '#content-rules/nearest-name.ts';
import { settings } from './env.ts';

/** Names of the environment that other programs read and that look like ours: cron sets the first. */
const ofOthers = ['MAILTO', 'DATABASE_URI'];

/** A sentence for each name in the environment that is no setting and nearly the name of one. */
export function misspeltSettings(source: Record<string, string | undefined>): string[] {
  const names = Object.keys(settings.shape);
  const known = new Set([...names, ...names.map((name) => `${name}_FILE`), ...ofOthers]);
  return Object.keys(source).flatMap((name) => {
    if (known.has(name)) return [];
    const nearest = nearestName(name, known);
    return nearest ? [`${name} is no setting and is not read: ${nearest} is meant, perhaps.`] : [];
  });
}

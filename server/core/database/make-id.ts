import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7: it begins with the time, so that new rows stand together at the end of every index that has it. Random ones
 * (version 4) would each change a page somewhere in the middle, and a commit writes whole pages.
 */
export function makeId(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

import { lchownSync, lstatSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Gives files that a command wrote as root to the owner of their folder, who could not use them otherwise. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  lchownSync(path, uid, gid);
}

/**
 * For a message about a file that cannot be used: whose it is, and what to do, where it or its folder belongs to somebody else.
 * Empty where that is not the reason.
 */
export function ownerHint(path: string): string {
  const own = process.getuid?.();
  if (own === undefined || own === 0) return '';
  for (const place of [path, `${path}-wal`, `${path}-shm`, dirname(path)]) {
    const owner = lstatSync(place, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || owner === own) continue;
    const user = userName();
    const whose = owner === 0 ? 'root' : `user ${owner}`;
    return ` ${place} belongs to ${whose}, and this runs as ${user}: as root, chown -R ${user}: ${dirname(path)}`;
  }
  return '';
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

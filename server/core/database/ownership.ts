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
    const owner = ownerOf(place);
    if (owner === undefined || owner === own) continue;
    const user = userName();
    const give = `as root, chown -R ${user}: ${dirname(path)}`;
    if (owner === 0) return ` ${place} belongs to root, and this runs as ${user}: ${give}`;
    return ` ${place} belongs to user ${owner}, and this runs as ${user}: run it as the former, or, if that user has no use for it, ${give}`;
  }
  return '';
}

/** Undefined also where this user may not even look. */
function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path).uid;
  } catch {
    return undefined;
  }
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

import { perApp } from '#server/core/app.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { isContacted } from './evidence-rows.ts';
import { type EvidenceStore, reservedBytes } from './evidence-store.ts';

/** How far ahead of what has come room is kept: an announcement costs nothing, and must not take what others would fill. */
const stepBytes = 4 * 1024 ** 2;

/** How often a file on its way looks at what is free, because other programs write too. */
export const checkSpaceEveryBytes = 1024 ** 2;

/** What claims without contact leave free: this share of the disk, but never more than this many bytes. */
const newClaimsLeave = { share: 0.1, bytes: 5 * 1024 ** 3 };

/** A file that is being written, with the room that it may still take. */
export type OpenWriter = {
  /** Called after so many of its bytes were written: they are no longer free, and no longer counted here. */
  written: (bytes: number) => void;
  /** Whether it may write on: another program, or another instance, may have filled the disk. Where it may not, it has to end. */
  mayGoOn: () => Promise<boolean>;
  close: () => void;
};

/**
 * How far files may fill the disk. Claims without contact must leave more of it free than others, so that invented claims cannot take the
 * room of those that the team works on. Each process counts what its own open writers write next; instances that share a store
 * have it in S3, where no limit is known.
 */
export function createEvidenceSpace(
  store: Pick<EvidenceStore, 'freeBytes' | 'diskBytes'>,
  isContacted: (submissionId: string) => Promise<boolean>,
) {
  /** What each open writer was promised and has not written yet, in bytes. */
  const open = new Map<symbol, number>();
  const promised = () => [...open.values()].reduce((sum, bytes) => sum + bytes, 0);
  let lastOpening: Promise<unknown> = Promise.resolve();

  /** Whether this claim may leave only so many bytes free. */
  async function mayLeave(submissionId: string, free: number): Promise<boolean> {
    if (free >= leftByNewClaims((await store.diskBytes()) ?? 0)) return true;
    return free >= reservedBytes && (await isContacted(submissionId));
  }

  /** Whether a file of so many bytes may begin. Room is kept for it only while it is written. */
  async function hasRoom(submissionId: string, bytes: number): Promise<boolean> {
    const free = await store.freeBytes();
    return free === null || mayLeave(submissionId, free - bytes);
  }

  async function isShort(): Promise<boolean> {
    const free = await store.freeBytes();
    return free !== null && free - promised() < leftByNewClaims((await store.diskBytes()) ?? 0);
  }

  /** Keeps room without asking whether there is any. */
  function keepRoom(submissionId: string, bytes: number): OpenWriter {
    const writer = Symbol(submissionId);
    let left = bytes;
    open.set(writer, Math.min(left, stepBytes));
    return {
      written: (more) => {
        left = Math.max(0, left - more);
        open.set(writer, Math.max(0, (open.get(writer) ?? 0) - more));
      },
      mayGoOn: async () => {
        const free = await store.freeBytes();
        if (free === null) return true;
        const isAllowed = await mayLeave(submissionId, free);
        // Others may have written meanwhile.
        const now = (await store.freeBytes()) ?? free;
        // Decided at once, and what ends gives its room back at once: of many writers only as many end as have to.
        const others = promised() - (open.get(writer) ?? 0);
        const room = now - others - reservedBytes;
        const goesOn = isAllowed && room >= Math.min(left, checkSpaceEveryBytes);
        if (goesOn) open.set(writer, Math.min(left, stepBytes, room));
        else open.delete(writer);
        return goesOn;
      },
      close: () => void open.delete(writer),
    };
  }

  return {
    hasRoom,

    /** Whether room could be kept for a file of so many bytes if no other file were being written. */
    couldOpen: (submissionId: string, bytes: number): Promise<boolean> => hasRoom(submissionId, Math.min(bytes, stepBytes)),

    /** Keeps room for what comes next of a file of which so many bytes are missing, until it is closed; null where there is none. */
    open: (submissionId: string, bytes: number): Promise<OpenWriter | null> => {
      // One after the other, so that no two are promised the same room.
      const opening = lastOpening.then(async () => {
        const free = await store.freeBytes();
        const isFree = free === null || (await mayLeave(submissionId, free - promised() - Math.min(bytes, stepBytes)));
        return isFree ? keepRoom(submissionId, bytes) : null;
      });
      lastOpening = opening.catch(() => {});
      return opening;
    },

    /** Whether claims that nobody has contacted yet can add nothing more. */
    isShort,
  };
}

/** The space of this process. */
export const spaceOf = perApp((app) => createEvidenceSpace(app.files, (id) => isContacted(app, id)));

export const spaceAlarm = defineAlarm({
  name: 'evidence_disk_short',
  about: 'Disk of the files',
  what: 'The disk with the files of claims is nearly full: new claims can add none.',
  todo: 'Make room.',
  check: async (app) => ((await spaceOf(app).isShort()) ? message : null),
});

/** What claims that nobody has contacted yet leave free of a disk of so many bytes. */
export function leftByNewClaims(diskBytes: number): number {
  return Math.max(reservedBytes, Math.min(newClaimsLeave.bytes, diskBytes * newClaimsLeave.share));
}

const message =
  'The disk with the files of claims is nearly full: claims that nobody has contacted yet can add no more files. Make room, or remove claims that are none.';

import { defineAlarm } from '#server/jobs/define-alarm.ts';
import { type EvidenceStore, reservedBytes } from './evidence-store.ts';

/** What claims without contact leave free: this share of the disk, but never more than this many bytes. */
const newClaimsLeave = { share: 0.1, bytes: 5 * 1024 ** 3 };

export type EvidenceSpace = ReturnType<typeof createEvidenceSpace>;

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
 * room of those that the team works on. Each process counts what its own open writers may still write; instances that share a store
 * have it in S3, where no limit is known.
 */
export function createEvidenceSpace(services: {
  store: Pick<EvidenceStore, 'freeBytes' | 'diskBytes'>;
  isContacted: (submissionId: string) => Promise<boolean>;
}) {
  const { store, isContacted } = services;
  /** What each open writer may still write, in bytes. */
  const open = new Map<symbol, number>();
  const promised = () => [...open.values()].reduce((sum, bytes) => sum + bytes, 0);
  let lastOpening: Promise<unknown> = Promise.resolve();

  /** What no writer was promised; null where no limit is known. */
  async function unpromisedBytes(): Promise<number | null> {
    const free = await store.freeBytes();
    return free === null ? null : free - promised();
  }

  /** Whether this claim may leave only so many bytes free. */
  async function mayLeave(submissionId: string, free: number): Promise<boolean> {
    if (free >= leftByNewClaims((await store.diskBytes()) ?? 0)) return true;
    return free >= reservedBytes && (await isContacted(submissionId));
  }

  /** Whether so many more bytes of this claim may be written, besides what open writers may still write. */
  async function hasRoom(submissionId: string, bytes: number): Promise<boolean> {
    const unpromised = await unpromisedBytes();
    return unpromised === null || mayLeave(submissionId, unpromised - bytes);
  }

  async function isShort(): Promise<boolean> {
    const free = await store.freeBytes();
    return free !== null && free < leftByNewClaims((await store.diskBytes()) ?? 0);
  }

  function promise(submissionId: string, bytes: number): OpenWriter {
    const writer = Symbol(submissionId);
    open.set(writer, bytes);
    return {
      written: (more) => void open.set(writer, Math.max(0, (open.get(writer) ?? 0) - more)),
      mayGoOn: async () => {
        const free = await store.freeBytes();
        if (free === null) return true;
        const isAllowed = await mayLeave(submissionId, free);
        // Others may have written meanwhile.
        const left = (await store.freeBytes()) ?? free;
        // Decided at once, and what ends gives its room back at once: of many writers only as many end as have to.
        const goesOn = isAllowed && left - promised() >= reservedBytes;
        if (!goesOn) open.delete(writer);
        return goesOn;
      },
      close: () => void open.delete(writer),
    };
  }

  return {
    hasRoom,

    /** Keeps room for a file of which so many bytes are still to be written, until it is closed; null where there is none. */
    open: (submissionId: string, bytes: number): Promise<OpenWriter | null> => {
      // One after the other, so that no two are promised the same room.
      const opening = lastOpening.then(async () => ((await hasRoom(submissionId, bytes)) ? promise(submissionId, bytes) : null));
      lastOpening = opening.catch(() => {});
      return opening;
    },

    /** Whether claims that nobody has contacted yet can add nothing more. */
    isShort,

    alarm: defineAlarm({
      name: 'evidence_disk_short',
      about: 'Disk of the files',
      what: 'The disk with the files of claims is nearly full: new claims can add none.',
      todo: 'Make room.',
      check: async () => ((await isShort()) ? message : null),
    }),
  };
}

/** What claims that nobody has contacted yet leave free of a disk of so many bytes. */
export function leftByNewClaims(diskBytes: number): number {
  return Math.max(reservedBytes, Math.min(newClaimsLeave.bytes, diskBytes * newClaimsLeave.share));
}

const message =
  'The disk with the files of claims is nearly full: claims that nobody has contacted yet can add no more files. Make room, or remove claims that are none.';

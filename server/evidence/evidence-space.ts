import { type EvidenceStore, reservedBytes } from './evidence-store.ts';

/** What claims without contact leave free: this share of the disk, but never more than this many bytes. */
const newClaimsLeave = { share: 0.1, bytes: 5 * 1024 ** 3 };

export type SpaceAlarm = { name: 'evidence_disk_short'; message: string };

export type EvidenceSpace = ReturnType<typeof createEvidenceSpace>;

/**
 * How far files may fill the disk. Claims without contact must leave more of it free than others, so that invented claims cannot take the
 * room of those that the team works on.
 */
export function createEvidenceSpace(services: {
  store: Pick<EvidenceStore, 'freeBytes' | 'diskBytes'>;
  isContacted: (submissionId: string) => Promise<boolean>;
}) {
  const { store, isContacted } = services;
  let alarms: SpaceAlarm[] = [];

  async function isShort(): Promise<boolean> {
    const free = await store.freeBytes();
    return free !== null && free < leftByNewClaims((await store.diskBytes()) ?? 0);
  }

  return {
    /** Whether so many more bytes of this claim may be written. */
    hasRoom: async (submissionId: string, bytes: number): Promise<boolean> => {
      const free = await store.freeBytes();
      if (free === null || free - bytes >= leftByNewClaims((await store.diskBytes()) ?? 0)) return true;
      return free - bytes >= reservedBytes && (await isContacted(submissionId));
    },

    /** Whether claims that nobody has contacted yet can add nothing more. */
    isShort,

    alarms: (): SpaceAlarm[] => alarms,

    checkAlarms: async (): Promise<void> => {
      alarms = (await isShort()) ? [{ name: 'evidence_disk_short', message }] : [];
    },
  };
}

/** What claims that nobody has contacted yet leave free of a disk of so many bytes. */
export function leftByNewClaims(diskBytes: number): number {
  return Math.max(reservedBytes, Math.min(newClaimsLeave.bytes, diskBytes * newClaimsLeave.share));
}

const message =
  'The disk with the files of claims is nearly full: claims that nobody has contacted yet can add no more files. Make room, or remove claims that are none.';

import { site } from '#content/site.ts';
import { day } from './durations.ts';
import type { EvidenceGroup } from './evidence-kinds.ts';
import { megabyte } from './file-size.ts';

/** What can be added to a claim as evidence, shared by browser and server. */

/** The page of one claim, for anyone who has its private link. */
export const claimPagePath = '/your-claim';

/** What the page loads once its claim was removed from the browser. */
export const claimRemovedPath = `${claimPagePath}/removed`;

/** The address at which uploads are begun, and to which forms with files are posted. Each upload has an address below it. */
export const uploadsPath = `${claimPagePath}/files`;

/** The address to which messages that waited on the device are posted. */
export const messagesPath = `${claimPagePath}/messages`;

/** The limit of a photograph, in bytes. The scripts of forms know no other. */
export const photographBytes = 25 * megabyte;

/** The limits, in bytes and in numbers of files. Those of films and of a claim are settings: `limitsBy`. */
export const evidenceLimits = {
  file: { picture: photographBytes, film: 2_048 * megabyte, sound: 200 * megabyte, paper: 25 * megabyte } as Record<
    EvidenceGroup,
    number
  >,
  claimBytes: 6_144 * megabyte,
  /** The limit of a claim in quarantine, so that spam cannot fill the disk. */
  quarantinedBytes: 100 * megabyte,
  claimFiles: 60,
};

export type EvidenceLimits = typeof evidenceLimits;

/** The limits as the settings FILM_MB and CLAIM_FILES_MB have them. */
export function limitsBy({ filmMb, claimFilesMb }: { filmMb: number; claimFilesMb: number }): EvidenceLimits {
  const file = { ...evidenceLimits.file, film: filmMb * megabyte };
  return { ...evidenceLimits, file, claimBytes: claimFilesMb * megabyte };
}

/** An upload that is not finished after this time is given up, by the server and by the browser that began it. */
export const unfinishedAfterMs = 7 * day;

/** How to reach us by phone, within a sentence. */
export const call = `call us on ${site.helpline.display}`;

/** Whether a browser says of a file that it is a photograph. The server looks at the file itself. */
export const isPhotograph = (type: string): boolean => /^image\/(?!svg)/.test(type);

/** Of `evidenceRefusals`, what the scripts of forms know. They carry no others. */
export const photographRefusals = {
  noLink: `Please open your claim by its private link again. If you cannot find it, ${call}.`,
  unreadable: 'This file cannot be read any more. Please choose it again.',
};

/** What the page of a claim says by itself. */
export const claimPageRefusals = {
  closed: `Your claim is closed. To add something, ${call}.`,
  unavailable: `We could not keep this file just now. Please try again, or ${call}. Your claim itself is safe.`,
  othersArrived: 'Every other file has arrived.',
};

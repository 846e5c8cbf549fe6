import { site } from '#content/site.ts';
import { day } from './durations.ts';
import type { EvidenceGroup } from './evidence-kinds.ts';
import { fileSize, megabyte } from './file-size.ts';

/** What can be added to a claim as evidence, shared by browser and server. */

/** The page of one claim, for anyone who has its private link. */
export const claimPagePath = '/your-claim';

/** The address at which uploads are begun, and to which forms with files are posted. Each upload has an address below it. */
export const uploadsPath = `${claimPagePath}/files`;

/** The address to which messages that waited on the device are posted. */
export const messagesPath = `${claimPagePath}/messages`;

/** The limits, in bytes and in numbers of files. Those of films and of a claim are settings: `limitsBy`. */
export const evidenceLimits = {
  file: { picture: 25 * megabyte, film: 2_048 * megabyte, sound: 200 * megabyte, paper: 25 * megabyte } as Record<
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

const call = `call us on ${site.helpline.display}`;

/** The other ways to send us something, as far as the business has them. */
const otherwise = [site.whatsapp && 'WhatsApp', site.email && 'email'].filter(Boolean).join(' or ');

/** Whether a browser says of a file that it is a photograph. The server looks at the file itself. */
export const isPhotograph = (type: string): boolean => /^image\/(?!svg)/.test(type);

/** Of `evidenceRefusals`, what the scripts of forms know. They carry no others. */
export const photographRefusals = {
  noLink: `Please open your claim by its private link again. If you cannot find it, ${call}.`,
  unreadable: 'This file cannot be read any more. Please choose it again.',
  otherClaim: `Another claim was opened in this browser since. Please open this claim by its private link again, or ${call}.`,
};

/** Why a file was refused, and what to do instead. */
export const evidenceRefusals = {
  ...photographRefusals,
  unknownType: `Only photographs, films, recordings and documents can be added: no web pages, programs or archives.${otherwise && ` Please send this by ${otherwise}.`}`,
  disguised: "The file's name and contents do not match. Please add the photograph, film, recording or document itself.",
  macros: 'This document has programs (macros) in it. Please send it as a PDF.',
  locked: 'This document is locked with a password. Please send it without one.',
  empty: 'This file is empty. Please choose it again.',
  closed: `Your claim is closed. To add something, ${call}.`,
  tooMany: `This claim has ${evidenceLimits.claimFiles} files, which is the most it can have. If another one matters, send us a message or ${call}.`,
  tooMuch: `With this file, those of your claim would be larger together than they can be. If it matters, ${otherwise ? `send it by ${otherwise}, or ${call}` : call}.`,
  noMore: `We cannot take more files for this claim at the moment. Please ${call}.`,
  nameTaken: 'The resource already exists. Evidence is never replaced: choose another name.',
  tooOften: `Very many files came for this claim today. Please try again tomorrow, or ${call}.`,
  incomplete: 'This file did not arrive whole. Please send it again.',
  noClaim: 'This claim cannot be found any more, so nothing can be added to it.',
  noUpload: 'This upload has ended. Please choose the file again.',
  kept: `This file is part of your claim by now. If it is the wrong file, tell us in a message or ${call}.`,
  full: `We have no room for more files just now. Please try again later, or ${call}. Your claim itself is safe.`,
  unavailable: `We could not keep this file just now. Please try again, or ${call}. Your claim itself is safe.`,
  notReady: 'This file is still being checked for viruses. Please try again in a minute.',
  missing: `This file cannot be found. Please ${call}.`,
  othersArrived: 'Every other file has arrived.',
  infected: 'A virus was found in this file, so nobody can open it.',
};

const tooLargeTexts: Record<EvidenceGroup, [most: string, todo: string]> = {
  picture: ['A photograph can have up to', 'Please send a smaller one.'],
  film: ['A film can have up to', 'Please send a shorter one.'],
  sound: ['A recording can have up to', 'Please send it in parts.'],
  paper: ['A document can have up to', 'Please send it in parts.'],
};

/** Why a file of a group that has more than so many bytes is refused. */
export function tooLarge(group: EvidenceGroup, bytes: number): string {
  const [most, todo] = tooLargeTexts[group];
  return `${most} ${fileSize(bytes)}. ${todo}`;
}

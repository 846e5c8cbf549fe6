import { site } from '#content/site.ts';
import { day } from './durations.ts';
import { megabyte } from './file-size.ts';

/** What can be added to a claim as evidence, shared by browser and server. */

/** The page of one claim, for anyone who has its private link. */
export const claimPagePath = '/your-claim';

/** The address at which uploads are begun, and to which forms with files are posted. Each upload has an address below it. */
export const uploadsPath = `${claimPagePath}/files`;

/** The address to which messages that waited on the device are posted. */
export const messagesPath = `${claimPagePath}/messages`;

export type EvidenceKind = 'picture' | 'document' | 'video';

/** The accepted types of files, by media type. The extension is that of downloads. */
export const evidenceTypes = {
  'image/jpeg': { kind: 'picture', extension: 'jpg' },
  'image/png': { kind: 'picture', extension: 'png' },
  'image/webp': { kind: 'picture', extension: 'webp' },
  'image/heic': { kind: 'picture', extension: 'heic' },
  'image/heif': { kind: 'picture', extension: 'heif' },
  'application/pdf': { kind: 'document', extension: 'pdf' },
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/webm': { kind: 'video', extension: 'webm' },
} as const satisfies Record<string, { kind: EvidenceKind; extension: string }>;

export type EvidenceType = keyof typeof evidenceTypes;

/** The `accept` of a file input. It has extensions too, because some browsers do not know HEIC. */
export const evidenceAccept = (): string =>
  Object.entries(evidenceTypes)
    .flatMap(([type, { extension }]) => [type, `.${extension}`])
    .join(',');

/** The limits, in bytes and in numbers of files. */
export const evidenceLimits = {
  file: { picture: 25 * megabyte, document: 25 * megabyte, video: 500 * megabyte } satisfies Record<EvidenceKind, number>,
  claimBytes: 1024 * megabyte,
  /** The limit of a claim in quarantine, so that spam cannot fill the disk. */
  quarantinedBytes: 100 * megabyte,
  claimFiles: 60,
};

/** An upload that is not finished after this time is given up, by the server and by the browser that began it. */
export const unfinishedAfterMs = 7 * day;

const call = `call us on ${site.helpline.display}`;

/** Of `evidenceRefusals`, what the scripts of forms know. They carry no others. */
export const photographRefusals = {
  unknownType: 'Only photographs (JPEG, PNG, WebP, HEIC), PDF documents and videos (MP4, MOV, WebM) can be added.',
  tooLarge: { picture: 'A photograph can have up to 25 MB. Please send a smaller one.' },
  noLink: `Please open your claim by its private link again. If you cannot find it, ${call}.`,
  otherClaim: `Another claim was opened in this browser since. Please open this claim by its private link again, or ${call}.`,
};

/** Why a file was refused, and what to do instead. */
export const evidenceRefusals = {
  ...photographRefusals,
  tooLarge: {
    ...photographRefusals.tooLarge,
    document: 'A document can have up to 25 MB. Please send it in parts.',
    video: 'A video can have up to 500 MB. Please send a shorter one.',
  } satisfies Record<EvidenceKind, string>,
  disguised: "The file's name and contents do not match. Please add the photograph, document or video itself.",
  empty: 'This file is empty. Please choose it again.',
  closed: `Your claim is closed. To add something, ${call}.`,
  tooMany: `This claim has ${evidenceLimits.claimFiles} files, which is the most it can have. If another one matters, send us a message or ${call}.`,
  tooMuch: `The files of a claim can have 1 GB together, and this one would be more. If it matters, send us a message or ${call}.`,
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

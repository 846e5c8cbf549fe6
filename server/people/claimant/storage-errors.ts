import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { problem } from '#server/core/http/problem.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';

/** The errors of the storage wire: status, the name that Supabase Storage has for it, and a message. */
type StorageError = { status: ContentfulStatusCode; error?: string; message: string };

export const storageErrors = {
  noToken: { status: 401, message: 'Send the token of a private link as Bearer: the last part of its address.' },
  noSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found. There is one: evidence.' },
  noSuchObject: { status: 404, message: 'Object not found. Check the path.' },
  notYourFolder: { status: 403, message: 'Begin the path with the reference of your claim and a slash.' },
  invalidKey: {
    status: 400,
    error: 'InvalidKey',
    message: 'Invalid key. Use a name of up to 120 characters without #, ?, % and \\, in folders if you like.',
  },
  exists: { status: 409, message: evidenceRefusals.nameTaken },
  noFile: { status: 400, error: 'no_file_provided', message: 'No file provided. Send one file in the form.' },
  compressed: { status: 415, message: 'Send the file without compression.' },
  invalidSignature: { status: 400, error: 'InvalidSignature', message: 'Invalid signature. Ask for a new signed URL.' },
  expired: { status: 400, error: 'InvalidJWT', message: 'This signed URL has expired. Ask for a new one.' },
  notContacted: { status: 403, message: 'Files of a claim can be shared by URL once our team has been in touch about it.' },
  closed: { status: 403, message: 'The claim is closed, so its files stay.' },
  notSupported: {
    status: 400,
    error: 'NotSupported',
    message: 'Not supported. Evidence can be uploaded, listed, downloaded, signed and removed.',
  },
} satisfies Record<string, StorageError>;

export function storageError(c: Context, { status, message, error }: StorageError): Response {
  return problem(c, status, message, error ? { error } : {});
}

export function invalidBody(c: Context, message: string): Response {
  return problem(c, 400, message, { error: 'InvalidRequest' });
}

/** The response to a file that was refused, by a limit of the claim, for its type, or because the disk is full. */
export function refusedFile(c: Context, { status, message }: { status: number; message: string }): Response {
  if (status >= 500) c.header('Retry-After', String(retryAfterSeconds));
  const error = message === evidenceRefusals.tooMany ? { error: 'Payload too large' } : {};
  return problem(c, status as ContentfulStatusCode, message, error);
}

const retryAfterSeconds = 30;

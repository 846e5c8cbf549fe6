import { Readable } from 'node:stream';
import type { ByteRange } from './evidence-item.ts';
import { type EvidenceStore, FileMissing } from './evidence-store.ts';
import { Bucket } from './s3-bucket.ts';

/** Opens a bucket by its URL, `s3://KEY:SECRET@host:port/bucket?region=…&tls=off`. */
export function openS3Store(url: string): EvidenceStore {
  const uploads = new Bucket(url);
  const { s3, bucketName: bucket } = uploads;

  async function* objects(prefix: string) {
    for (let token: string | undefined, isMore = true; isMore; ) {
      const page = await s3.listObjectsV2({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
      for (const { Key = '', LastModified } of page.Contents ?? []) yield { name: Key, changedAt: LastModified?.getTime() ?? 0 };
      token = page.NextContinuationToken;
      isMore = page.IsTruncated === true && token !== undefined;
    }
  }

  async function* multipartUploads(prefix: string) {
    for (let keyMarker: string | undefined, idMarker: string | undefined, isMore = true; isMore; ) {
      const markers = { KeyMarker: keyMarker, UploadIdMarker: idMarker };
      const page = await s3.listMultipartUploads({ Bucket: bucket, Prefix: prefix, ...markers });
      for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? [])
        yield { name: Key, uploadId: UploadId, changedAt: Initiated?.getTime() ?? 0 };
      [keyMarker, idMarker] = [page.NextKeyMarker, page.NextUploadIdMarker];
      isMore = page.IsTruncated === true && keyMarker !== undefined;
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await s3.getObject({ Bucket: bucket, Key: key, Range });
      return Body as Readable;
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') throw new FileMissing(key);
      throw error;
    }
  }

  return {
    openUploads: async () => uploads,

    seal: async (key, size) => {
      if (await uploads.isComplete(key)) return;
      // All parts are there, but the size was not known before, or the process ended before it completed the upload.
      const upload = await uploads.getUpload(key);
      if (upload.offset !== size) return;
      if (upload.size === undefined) await uploads.declareUploadLength(key, size);
      await uploads.write(Readable.from([]), key, size);
    },

    forgetUpload: async (key) => {
      await s3.deleteObject({ Bucket: bucket, Key: `${key}.info` });
    },

    sizeOf: (key) => uploads.sizeOfWhole(key),

    read,

    scan: async function* (key) {
      yield* await read(key);
    },

    put: async (key, bytes) => {
      await s3.putObject({ Bucket: bucket, Key: key, Body: bytes });
    },

    remove: async (key) => {
      for await (const { name, uploadId } of multipartUploads(key))
        await s3.abortMultipartUpload({ Bucket: bucket, Key: name, UploadId: uploadId }).catch(ignoreMissing);
      for await (const { name } of objects(key)) await s3.deleteObject({ Bucket: bucket, Key: name });
    },

    keys: async function* () {
      for await (const { name, changedAt } of objects('')) yield { key: keyOfObject(name), changedAt };
      for await (const { name, changedAt } of multipartUploads('')) yield { key: name, changedAt };
    },

    freeBytes: async () => null,

    diskBytes: async () => null,

    close: () => s3.destroy(),
  };
}

/** The key of the file to which an object belongs: the object is the original, or has a dot and a name after the key. */
function keyOfObject(name: string): string {
  return name.replace(/\.[^/]*$/, '');
}

function ignoreMissing(error: Error): void {
  if (error.name !== 'NoSuchUpload') throw error;
}

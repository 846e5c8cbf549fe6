import { z } from 'zod';
import type { EvidenceItem } from '#server/files/evidence-item.ts';
import type { LinkedClaim } from './claim-link.ts';

/** The name of the only bucket. */
export const bucket = 'evidence';

/** What supabase-js sends to list a folder, with its defaults: a page of 100, by name. */
export const listQuery = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).max(1_000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  /** Lists only names that begin with this, in upper or lower case. */
  search: z.string().default(''),
});

/** An entry of a list: a file, or a folder, of which only the name is set. */
type StorageObject = {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: ObjectMetadata | null;
};

type ObjectMetadata = ReturnType<typeof metadataOf>;

/**
 * What the real service says of an object that was uploaded without a cache control. It is only reported: our own responses are never
 * cached.
 */
const defaultCacheControl = 'max-age=3600';

/**
 * One page of what is directly in a folder. The files of a claim are in the folder named by its reference; those of what was merged into
 * it stay in theirs.
 */
export function listFolder(claim: LinkedClaim, items: EvidenceItem[], query: z.infer<typeof listQuery>): StorageObject[] {
  const { limit, offset, sortBy, search } = query;
  const folder = query.prefix.replaceAll(/^\/+|\/+$/g, '');
  const start = folder === '' ? '' : `${folder}/`;
  const found = new Map<string, StorageObject>();
  for (const item of items) {
    const path = pathOf(claim, item);
    if (!path.startsWith(start)) continue;
    const [name = '', ...rest] = path.slice(start.length).split('/');
    if (!name.toLowerCase().startsWith(search.toLowerCase())) continue;
    found.set(name, rest.length > 0 ? folderOf(name) : objectOf(item, name));
  }
  const direction = sortBy.order === 'asc' ? 1 : -1;
  const key = (object: StorageObject) => object[sortBy.column] ?? '';
  return [...found.values()]
    .sort((a, b) => direction * (compare(key(a), key(b)) || compare(a.name, b.name)))
    .slice(offset, offset + limit);
}

/** The path of a file in the bucket. */
export function pathOf({ reference, folders }: LinkedClaim, { submissionId, objectName }: EvidenceItem): string {
  return `${folders[submissionId] ?? reference}/${objectName}`;
}

export function objectOf(item: EvidenceItem, name: string) {
  const [createdAt, updatedAt] = [isoTime(item.createdAt), isoTime(item.receivedAt)];
  const times = { updated_at: updatedAt, created_at: createdAt, last_accessed_at: updatedAt };
  return { name, id: item.id, ...times, metadata: metadataOf(item) };
}

/** The same facts in the shape that the client's `info` expects. */
export function infoOf(claim: LinkedClaim, item: EvidenceItem) {
  const { size, mimetype, cacheControl, eTag, lastModified } = metadataOf(item);
  return {
    id: item.id,
    version: item.id,
    name: pathOf(claim, item),
    bucket_id: bucket,
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: {},
    created_at: isoTime(item.createdAt),
    last_modified: lastModified,
  };
}

function metadataOf({ sha256, size, mediaType, receivedAt, cacheControl }: EvidenceItem) {
  return {
    eTag: `"${sha256}"`,
    size,
    mimetype: mediaType,
    cacheControl: cacheControl ?? defaultCacheControl,
    lastModified: isoTime(receivedAt),
    contentLength: size,
    httpStatusCode: 200,
  };
}

function folderOf(name: string): StorageObject {
  return { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Compares by code unit, as the real service does. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

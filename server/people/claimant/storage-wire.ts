import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type App, bind } from '#server/core/app.ts';
import { allowOrigins } from '#server/core/http/origin.ts';
import { jsonBody, limitBody } from '#server/core/http/request-body.ts';
import { bearerToken } from '#server/files/upload-endpoints.ts';
import { linkState } from './claim-link.ts';
import { storageError, storageErrors } from './storage-errors.ts';
import { bucket } from './storage-list.ts';
import type { WithClaim } from './storage-objects.ts';
import * as storageObjects from './storage-objects.ts';

/** The path below which supabase-js sends its storage requests. */
export const storagePath = '/storage/v1';

const signedPath = `/object/sign/${bucket}/:path{.+}`;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
/** Headers that the client sends in addition to those of the other endpoints, and those that a video player sends. */
const requestHeaders = ['X-Upsert', 'X-Metadata', 'Cache-Control', 'Range', 'If-Range'];
const responseHeaders = ['Content-Range', 'Content-Disposition', 'ETag'];

/**
 * The files of a claim in the shape of Supabase Storage, for supabase-js with the token of a private link. There is one bucket with a
 * folder for each claim. A signed URL needs no token. A file that is not the caller's own is answered like one that does not exist.
 * `limit` is for what is looked up or changed, and not for reading a file.
 */
export function storageRoutes(app: App, limit: MiddlewareHandler[]) {
  const objects = bind(app, storageObjects);
  const routes = new Hono<WithClaim>();
  routes.use(allowOrigins(app.env, { methods, requestHeaders, responseHeaders, isForAnyone: isSigned }));
  routes.get(signedPath, objects.serveSigned);

  routes.use(async function readToken(c, next) {
    const state = await linkState(app, bearerToken(c) ?? '');
    if (state.kind !== 'open') return storageError(c, storageErrors.noToken);
    c.set('claim', state.claim);
    return next();
  });

  routes.on(['POST', 'DELETE'], ['*'], ...limit);
  routes.post(`/object/list/${bucket}`, limitBody, jsonBody, objects.list);
  routes.post(`/object/sign/${bucket}`, limitBody, jsonBody, objects.signMany);
  routes.post(signedPath, limitBody, jsonBody, objects.sign);
  routes.delete(`/object/${bucket}`, limitBody, jsonBody, objects.remove);
  for (const kind of ['', '/authenticated']) {
    routes.get(`/object/info${kind}/${bucket}/:path{.+}`, objects.info);
    routes.get(`/object${kind}/${bucket}/:path{.+}`, objects.download);
  }
  routes.post(`/object/${bucket}/:path{.+}`, objects.upload);
  routes.put(`/object/${bucket}/:path{.+}`, objects.refuseUpdate);

  routes.all('*', (c) => storageError(c, namesOtherBucket(c.req.path) ? storageErrors.noSuchBucket : storageErrors.notSupported));
  return routes;
}

/** Whether the request is for a signed URL, which may come from an e-mail or another site. */
function isSigned(c: Context): boolean {
  return ['GET', 'HEAD'].includes(c.req.method) && c.req.path.includes(`/object/sign/${bucket}/`);
}

/** Path segments of the real service that come where a bucket's name would be. */
const kinds = ['list', 'list-v2', 'sign', 'info', 'upload', 'public', 'authenticated', 'move', 'copy'];

const bucketIn = /^\/storage\/v1\/object\/(?:list\/([^/]+)$|(?:sign|info)\/([^/]+)|([^/]+))/;

/**
 * Whether a path names a bucket that does not exist. These are not routes, because a parameter beside fixed names in one place makes
 * Hono look up every request of the product in a slower way.
 */
function namesOtherBucket(path: string): boolean {
  const named = bucketIn.exec(path)?.slice(1).find(Boolean);
  return named !== undefined && named !== bucket && !kinds.includes(named);
}

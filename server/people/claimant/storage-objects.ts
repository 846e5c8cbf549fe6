import type { Context } from 'hono';
import { z } from 'zod';
import type { App } from '#server/core/app.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { WithBody } from '#server/core/http/request-body.ts';
import { findEvidence, listEvidence } from '#server/files/evidence.ts';
import type { EvidenceItem } from '#server/files/evidence-item.ts';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { isObjectName } from '#server/files/object-name.ts';
import { receiveObject } from '#server/files/receive-object.ts';
import { removeEvidence } from '#server/files/remove-evidence.ts';
import { serveOriginal } from '#server/files/serve-original.ts';
import { senderOf } from '#server/files/upload-endpoints.ts';
import { uploadSlotsOf } from '#server/files/upload-slots.ts';
import { isShown } from './claim-files.ts';
import { findOpenClaim, type LinkedClaim, type OpenClaim } from './claim-link.ts';
import { maxSignedSeconds, readSignature, signFile } from './signed-url.ts';
import { invalidBody, refusedFile, storageError, storageErrors } from './storage-errors.ts';
import { bucket, infoOf, listFolder, listQuery, objectOf, pathOf } from './storage-list.ts';

export type WithClaim = WithBody & { Variables: { claim: LinkedClaim } };

type Call = Context<WithClaim>;

/** POST /object/list/evidence */
export const list = withBody(listQuery, async (app, c, query) => c.json(listFolder(c.var.claim, await listOwn(app, c), query)));

/** POST /object/evidence/<path>: the file is the body, or the one file of a form. */
export async function upload(app: App, c: Call): Promise<Response> {
  const { claim } = c.var;
  const path = pathIn(c);
  if (!path.startsWith(`${claim.reference}/`)) return storageError(c, storageErrors.notYourFolder);
  const objectName = path.slice(claim.reference.length + 1);
  if (!isObjectName(objectName)) return storageError(c, storageErrors.invalidKey);
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity') return storageError(c, storageErrors.compressed);
  if (await findOwn(app, c)) return storageError(c, storageErrors.exists);
  const held = await uploadSlotsOf(app).hold(claim.id, senderOf(c), async ({ ending }) => ({
    received: await receiveObject(app, c.req.raw, claim.id, objectName, ending),
  }));
  if (!held) return refusedFile(c, { status: 503, message: evidenceRefusals.unavailable });
  const { received } = held;
  if (!received) return storageError(c, storageErrors.noFile);
  if (received.kind === 'refused') return refusedFile(c, received);
  return c.json({ Id: received.item.id, Key: `${bucket}/${pathOf(claim, received.item)}` });
}

/** PUT /object/evidence/<path>, which would replace a file, is refused. */
export async function refuseUpdate(app: App, c: Call): Promise<Response> {
  return storageError(c, (await findOwn(app, c)) ? storageErrors.exists : storageErrors.noSuchObject);
}

/** GET /object/evidence/<path> */
export async function download(app: App, c: Call): Promise<Response> {
  const item = await findOwn(app, c);
  return item ? serve(app, c, item) : storageError(c, storageErrors.noSuchObject);
}

/** GET /object/info/evidence/<path> */
export async function info(app: App, c: Call): Promise<Response> {
  const item = await findOwn(app, c);
  return item ? c.json(infoOf(c.var.claim, item)) : storageError(c, storageErrors.noSuchObject);
}

const expiresIn = z.number().int().min(1).max(maxSignedSeconds);

/** POST /object/sign/evidence/<path> */
export const sign = withBody(z.object({ expiresIn }), async (app, c, body) => {
  const open = await findOpenClaim(app, c.var.claim.id);
  if (!open?.isContacted) return storageError(c, storageErrors.notContacted);
  const [signed] = await signPaths(app, c, open, [pathIn(c)], body.expiresIn);
  return signed?.signedURL ? c.json({ signedURL: signed.signedURL }) : storageError(c, storageErrors.noSuchObject);
});

/** POST /object/sign/evidence: several at once, each with its own outcome. */
export const signMany = withBody(z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1_000) }), async (app, c, body) => {
  const open = await findOpenClaim(app, c.var.claim.id);
  if (!open?.isContacted) return storageError(c, storageErrors.notContacted);
  return c.json(await signPaths(app, c, open, body.paths, body.expiresIn));
});

async function signPaths(app: App, c: Call, { claim, generation }: OpenClaim, paths: string[], seconds: number) {
  const items = new Map((await listOwn(app, c)).map((item) => [pathOf(claim, item), item]));
  return paths.map((given) => {
    const path = clean(given);
    const item = items.get(path);
    if (!item) return { path: given, error: storageErrors.noSuchObject.message, signedURL: null };
    const linkOf = item.submissionId === claim.id ? null : claim.id;
    const token = signFile(app, { evidenceId: item.id, generation, linkOf }, seconds);
    return { path: given, error: null, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
  });
}

/**
 * GET /object/sign/evidence/<path>?token=…, for anyone who has it. `download` is the name to save it under. The file is always one to
 * save, and never part of another site's page, because anybody can send a claim and keep files in it.
 */
export async function serveSigned(app: App, c: Call): Promise<Response> {
  const signature = readSignature(app, c.req.query('token') ?? '');
  if (signature.kind === 'invalid') return storageError(c, storageErrors.invalidSignature);
  if (signature.kind === 'expired') return storageError(c, storageErrors.expired);
  const { evidenceId, generation, linkOf } = signature.file;
  const item = await findEvidence(app, evidenceId);
  const open = item && (await findOpenClaim(app, linkOf ?? item.submissionId, generation));
  const isOfClaim = item && open?.isContacted && item.submissionId in open.claim.folders;
  if (!item || !isShown(item) || !isOfClaim || pathIn(c) !== pathOf(open.claim, item))
    return storageError(c, storageErrors.invalidSignature);
  const saveAs = c.req.query('download');
  return serve(app, c, saveAs ? { ...item, name: saveAs } : item);
}

/**
 * DELETE /object/evidence. Files that do not exist and files that staff added are left out of the response. What the team may rely on
 * already is only hidden from the claimant.
 */
export const remove = withBody(z.object({ prefixes: z.array(z.string()).min(1).max(1_000) }), async (app, c, { prefixes }) => {
  const { claim } = c.var;
  const paths = new Set(prefixes.map(clean));
  const removed: ReturnType<typeof objectOf>[] = [];
  for (const item of await listOwn(app, c)) {
    if (!paths.has(pathOf(claim, item))) continue;
    const removal = await removeEvidence(app, item.id, claimantActor);
    if (removal === 'kept') return storageError(c, storageErrors.closed);
    if (removal !== 'not found') removed.push(objectOf(item, pathOf(claim, item)));
  }
  return c.json(removed.map((object) => ({ ...object, bucket_id: bucket })));
});

function withBody<Shape extends z.ZodType>(shape: Shape, handle: (app: App, c: Call, body: z.infer<Shape>) => Promise<Response>) {
  return async function checkBody(app: App, c: Call): Promise<Response> {
    const { data, error } = shape.safeParse(c.get('body'));
    return error ? invalidBody(c, messageOf(error)) : handle(app, c, data as z.infer<Shape>);
  };
}

function messageOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || 'The body'} is not as expected. ${issue?.message}.`;
}

async function listOwn(app: App, c: Call): Promise<EvidenceItem[]> {
  return (await listEvidence(app, c.var.claim.id)).filter(isShown);
}

/** Null for every file that is not the caller's, whether it exists or not. */
async function findOwn(app: App, c: Call): Promise<EvidenceItem | null> {
  const { claim } = c.var;
  const path = pathIn(c);
  return (await listOwn(app, c)).find((item) => pathOf(claim, item) === path) ?? null;
}

async function serve(app: App, c: Call, item: EvidenceItem): Promise<Response> {
  const response = await serveOriginal(app, c.req.raw, item, { inline: false });
  const isRefused = response.status >= 400 && response.status !== 416;
  return isRefused ? refusedFile(c, { status: response.status, message: await response.text() }) : response;
}

function pathIn(c: Context): string {
  return clean(c.req.param('path') ?? '');
}

/** Tidies a path as the client does, and brings it into the Unicode form in which names are stored. */
function clean(path: string): string {
  return path
    .replaceAll(/^\/+|\/+$/g, '')
    .replaceAll(/\/+/g, '/')
    .normalize('NFC');
}

import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { expect, onTestFinished } from 'vitest';
import type { EvidenceStore } from '#server/files/evidence-store.ts';
import { linkState } from '#server/people/claimant/claim-link.ts';
import { uploadPaths } from '../server/web/app.ts';
import { securityHeaders } from '../server/web/headers.ts';
import { openServer } from '../server/web/open-server.ts';
import { createTestApp } from './create-test-app.ts';
import { type Evidence, evidenceOperations } from './evidence-operations.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { olu } from './fixtures/test-staff.ts';
import { waitLimitMs } from './until.ts';

const siteUrl = 'https://kerbside.example';

/**
 * The product on a port, and a claim (`mine`) whose private link was opened; `openClaim` for another one. `hasPreviews`: pictures are read
 * at once, which costs a process for each; otherwise in an hour.
 */
export async function createTestEvidence(
  settings: Record<string, string> = {},
  { hasPreviews = false, files }: { hasPreviews?: boolean; files?: EvidenceStore } = {},
) {
  const testApp = await createTestApp(settings, {}, files && { files });
  if (!hasPreviews)
    await testApp.change(`create trigger later after insert on jobs when new.kind = 'evidence-preview' begin
      update jobs set run_at = run_at + 3600000 where id = new.id; end`);
  const evidence = evidenceOperations(testApp.opened);
  const headers = securityHeaders({ siteUrl, hstsPreload: false });
  const server = openServer({ fetch: testApp.app.fetch, headers, uploadPaths });
  // While this process stands still, no connection that a client keeps open may be closed before the client sees it.
  server.keepAliveTimeout = waitLimitMs;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const openClaim = () => openClaimOf(testApp, url);
  return {
    ...testApp,
    server,
    port,
    url,
    evidence,
    openClaim,
    mine: await openClaim(),
    evidenceRows: () => testApp.sqlite.prepare('select * from evidence order by created_at').all() as EvidenceRecord[],
    /** The events of the audit trail about evidence. */
    events: () =>
      testApp.sqlite.prepare("select * from audit_events where action like 'evidence%' order by id").all() as {
        action: string;
        details: string;
      }[],
  };
}

type EvidenceRecord = {
  id: string;
  submission_id: string;
  name: string;
  size: number;
  media_type: string | null;
  sha256: string | null;
  received_at: number | null;
  duration_ms: number | null;
};

/** Sends a claim, and returns what its sender's browser, or a program, does from then on. `contact`: the team has been in touch. */
async function openClaimOf({ send, services: { app, desk } }: Awaited<ReturnType<typeof createTestApp>>, url: string) {
  const { formName, data } = claimFrom();
  const { reference, link } = await (await send(formName, data)).json();
  const token = String(link).split('/').at(-1) ?? '';
  const headers = { Cookie: `__Host-kerbside-claim=${token}`, Origin: siteUrl };
  const state = await linkState(app, token);
  const id = state.kind === 'open' ? state.claim.id : '';
  return {
    reference: String(reference),
    token,
    headers,
    upload: (bytes: Buffer, options: Partial<UploadOptions> = {}) => startUpload(url, bytes, { headers, ...options }),
    request: (path: string, options: RequestInit = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...options, headers: { ...headers, ...options.headers } }),
    files: filesOf(url, token),
    path: (name: string) => `${reference}/${name}`,
    contact: () => desk.runAction(olu, id, { type: 'contacted' }),
    view: () => desk.submission(olu, id),
  };
}

/** The result of an upload by tus-js-client: null, or the status and sentence of its refusal. */
type UploadOutcome = { status: number; message: string } | null;

/** Uploads with tus-js-client. `done` never rejects. */
export function startUpload(url: string, bytes: Buffer, options: Partial<UploadOptions>) {
  const { promise: done, resolve } = Promise.withResolvers<UploadOutcome>();
  const upload = new Upload(bytes, {
    endpoint: `${url}/your-claim/files`,
    retryDelays: null,
    metadata: { filename: 'photo.jpg' },
    ...options,
    onSuccess: () => resolve(null),
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null;
      resolve({ status: response?.getStatus() ?? 0, message: response?.getBody() || error.message });
    },
  });
  upload.start();
  return { upload, done };
}

/** The real client with the token of a private link. */
export function filesOf(url: string, token: string) {
  return createClient(url, token, { auth: { persistSession: false } }).storage.from('evidence');
}

export const bytesIn = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));

export const namesIn = (data: { name: string }[] | null) => data?.map(({ name }) => name);

/** A refusal as the client reports it: by the wire's status, and by its own. */
export const refused = ({ status, message }: { status: number; message: string }) => ({
  data: null,
  error: expect.objectContaining({ status, statusCode: String(status), message }),
});

/** Adds a file to a claim, as the claimant does. */
export async function addEvidence(evidence: Pick<Evidence, 'receive'>, submissionId: string, name: string, bytes: Buffer) {
  const received = await evidence.receive(submissionId, 'claimant', { name, stream: oneChunk(bytes), size: bytes.length });
  if (received.kind === 'refused') throw new Error(received.message);
  return received.item;
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

import type { AddressInfo } from 'node:net';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { onTestFinished } from 'vitest';
import { uploadPaths } from '../server/app.ts';
import { securityHeaders } from '../server/http/headers.ts';
import { openServer } from '../server/http/open-server.ts';
import { createTestApp } from './create-test-app.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { waitLimitMs } from './until.ts';

const siteUrl = 'https://kerbside.example';

/** The product on a port, with a claim whose private link was opened. */
export async function createTestUploads(settings: Record<string, string> = {}) {
  const testApp = await createTestApp(settings);
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
  return {
    ...testApp,
    server,
    port,
    url,
    evidence: testApp.services.evidence,
    claim: () => openClaim(testApp.send, url),
    evidenceRows: () => testApp.sqlite.prepare('select * from evidence order by created_at').all() as EvidenceRecord[],
    /** The events of the audit trail about evidence. */
    events: () =>
      testApp.sqlite.prepare("select * from audit_events where action like 'evidence%' order by id").all() as {
        action: string;
        details: string;
      }[],
  };
}

export type EvidenceRecord = {
  id: string;
  submission_id: string;
  name: string;
  size: number;
  media_type: string | null;
  sha256: string | null;
  received_at: number | null;
};

type Send = (formName: string, data: Record<string, string>) => Promise<Response>;

/** Sends a claim, and returns what its sender's browser sends along from then on. */
export async function openClaim(send: Send, url: string) {
  const { formName, data } = claimFrom();
  const { reference, link } = await (await send(formName, data)).json();
  const token = String(link).split('/').at(-1);
  const cookie = `__Host-kerbside-claim=${token}`;
  const headers = { Cookie: cookie, Origin: siteUrl };
  return {
    reference: String(reference),
    token,
    headers,
    upload: (bytes: Buffer, options: Partial<UploadOptions> = {}) => startUpload(url, bytes, { headers, ...options }),
    request: (path: string, options: RequestInit = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...options, headers: { ...headers, ...options.headers } }),
  };
}

/** The result of an upload by the client that the page uses: null, or the status and sentence of its refusal. */
export type UploadOutcome = { status: number; message: string } | null;

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

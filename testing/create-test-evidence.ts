import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { createEvidence, type Evidence } from '#server/evidence/evidence.ts';
import { openFolderStore } from '#server/evidence/folder-store.ts';
import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { makeFolder } from './test-run.ts';

/** The files of claims in a folder of their own, not scanned unless `clamdUrl` is given. */
export async function createTestEvidence(services: { database: Database; audit: Audit; now: () => number; clamdUrl?: string }) {
  const folder = await makeFolder();
  const evidence = createEvidence({
    clamdUrl: null,
    ...services,
    store: openFolderStore(folder),
    metrics: createMetrics(),
    siteUrl: 'https://kerbside.example',
    log: createLog({ level: 'silent', write: () => {} }),
    onChanged: () => {},
  });
  return { ...evidence, folder };
}

/** Adds a file to a claim, as the claimant does. */
export async function addEvidence(evidence: Pick<Evidence, 'receive'>, submissionId: string, name: string, bytes: Buffer) {
  const received = await evidence.receive(submissionId, 'claimant', { name, stream: oneChunk(bytes), size: bytes.length });
  if (received.kind === 'refused') throw new Error(received.message);
  return received.item;
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

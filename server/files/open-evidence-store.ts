import { join } from 'node:path';
import type { EvidenceStore } from './evidence-store.ts';
import { openFolderStore } from './folder-store.ts';

type Settings = { evidenceUrl: string | null; dataDir: string };

/** Opens the store of evidence. The S3 client is loaded only where S3 is used. */
export async function openEvidenceStore({ evidenceUrl, dataDir }: Settings): Promise<EvidenceStore> {
  if (evidenceUrl === null) return openFolderStore(join(dataDir, 'evidence'));
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(evidenceUrl);
}

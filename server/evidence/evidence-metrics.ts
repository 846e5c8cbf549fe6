import type { Metrics } from '#server/observability/metrics.ts';
import { setKnown } from '#server/observability/metrics.ts';
import type { EvidenceRows } from './evidence-rows.ts';

export type EvidenceCounts = ReturnType<typeof countEvidence>;

/** What is kept, read when somebody asks, and what came and was refused since the start. */
export function countEvidence(metrics: Metrics, rows: EvidenceRows) {
  const bytes = metrics.gauge('kerbside_evidence_bytes', 'Size of the files of claims.');
  const files = metrics.gauge('kerbside_evidence_files', 'Files of claims.');
  const received = metrics.counter('kerbside_evidence_received_total', 'Files of claims that were received.');
  const refused = metrics.counter('kerbside_evidence_refused_total', 'Files that were not taken.');
  metrics.onRead(async () => {
    const usage = await rows.usage().catch(() => null);
    setKnown(bytes, usage?.bytes);
    setKnown(files, usage?.files);
  });
  return { received: () => received.inc(), refused: () => refused.inc() };
}

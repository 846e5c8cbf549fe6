import type { Metrics } from '#server/observability/metrics.ts';
import { setKnown } from '#server/observability/metrics.ts';
import type { EvidenceTotals } from './evidence-totals.ts';

export type EvidenceCounts = ReturnType<typeof countEvidence>;

/**
 * Metrics of files: how many are kept, and how many were received and refused since the start.
 */
export function countEvidence(metrics: Metrics, readTotals: () => Promise<EvidenceTotals>) {
  const bytes = metrics.gauge('kerbside_evidence_bytes', 'Size of the files of claims.');
  const files = metrics.gauge('kerbside_evidence_files', 'Files of claims.');
  const received = metrics.counter('kerbside_evidence_received_total', 'Files of claims that were received.');
  const refused = metrics.counter('kerbside_evidence_refused_total', 'Files that were not taken.');
  metrics.onRead(async () => {
    const usage = await readTotals().catch(() => null);
    setKnown(bytes, usage?.bytes);
    setKnown(files, usage?.files);
  });
  return { received: () => received.inc(), refused: () => refused.inc() };
}

const alarmNames = ['evidence_infected', 'evidence_not_scanned', 'evidence_missing', 'evidence_disk_short'];

export function addEvidenceAlarms(metrics: Metrics, alarms: () => { name: string }[]): void {
  const gauge = metrics.gauge('kerbside_evidence_alarm', 'Alarms about the files of claims, by name: 1 while raised.', ['name']);
  metrics.onRead(() => {
    for (const name of alarmNames) gauge.set({ name }, alarms().some((alarm) => alarm.name === name) ? 1 : 0);
  });
}

import type { EvidenceStore } from '#server/evidence/evidence-store.ts';
import { createInboundCleanup } from './inbound-cleanup.ts';
import { createInboundJob, type InboundServices, readEmail } from './inbound-job.ts';
import { createReceiveInbound } from './receive-inbound.ts';
import { createTray } from './tray.ts';

export type Inbound = ReturnType<typeof openInbound>;

/** Everything that receives e-mails: the one way in behind all ways, the job that reads them, and the tray of those that belong to no claim. */
export function openInbound(services: Omit<InboundServices, 'store'> & { store: EvidenceStore; wakeWorker: () => void }) {
  return {
    receive: createReceiveInbound(services),
    tray: createTray({ ...services, readEmail: (id) => readEmail(services, id) }),
    jobs: [createInboundJob(services), createInboundCleanup(services)],
  };
}

import { type App, bind } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { askForPreview } from '#server/files/ask-for-preview.ts';
import { findEvidence, listEvidence, openEvidence as openFile } from '#server/files/evidence.ts';
import { evidenceModule } from '#server/files/evidence-module.ts';
import { receivedRows, reserveFile, unfinishedRows } from '#server/files/evidence-rows.ts';
import { receiveFile } from '#server/files/receive.ts';
import { forgetFiles, removeEvidence } from '#server/files/remove-evidence.ts';
import { serveCopy, serveOriginal } from '#server/files/serve-original.ts';
import { servePreview } from '#server/files/serve-preview.ts';
import { handleTus } from '#server/files/tus-endpoint.ts';
import { uploadSlotsOf } from '#server/files/upload-slots.ts';
import { openTestApp } from './open-test-app.ts';

export type Evidence = ReturnType<typeof evidenceOperations>;

/** What is done with the files of claims, on one instance. */
export function evidenceOperations(app: App) {
  const operations = {
    list: listEvidence,
    find: findEvidence,
    receive: receiveFile,
    open: openFile,
    serveOriginal,
    askForPreview,
    servePreview,
    serveCopy,
    remove: removeEvidence,
    forget: forgetFiles,
    tusHandler: handleTus,
  };
  return { ...bind(app, operations), slots: uploadSlotsOf(app), jobs: evidenceModule.jobs, alarms: evidenceModule.alarms };
}

/** The same on an instance that has nothing but a database, a clock and a store of files. */
export async function openEvidence(
  database: Database,
  { now, files, writeLog = () => {} }: Pick<App, 'now' | 'files'> & { writeLog?: (line: string) => void },
) {
  const opened = await openTestApp(database, { files, writeLog });
  const app: App = { ...opened, now, noteChange: () => {}, noteClaimantUpdate: async () => {} };
  const rows = bind(app, { reserve: reserveFile, received: receivedRows, unfinished: unfinishedRows });
  return { app, evidence: evidenceOperations(app), rows };
}

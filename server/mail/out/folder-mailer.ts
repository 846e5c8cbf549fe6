import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '#server/core/observability/log.ts';
import type { Mailer } from './mailer.ts';
import { compose } from './smtp-transport.ts';

/** Writes each email to an .eml file, where no mail server is set. A second attempt replaces the file of the first. */
export function createFolderMailer(folder: string): Mailer {
  return {
    send: async (message) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeDurably(folder, message.fileName, await compose(message));
        return { kind: 'sent', reply: `written to ${message.fileName}` };
      } catch (error) {
        return { kind: 'unreachable', reply: errorMessage(error) };
      }
    },
    check: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return { kind: 'ready', reply: 'The folder is there.' };
      } catch (error) {
        return { kind: 'unreachable', reply: errorMessage(error) };
      }
    },
    late: () => 0,
    close: () => {},
  };
}

/**
 * Writes a file under another name and renames it, so that the folder lists whole emails only. It is synced, so that a power cut
 * loses none.
 */
async function writeDurably(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

import { spawn } from 'node:child_process';

/**
 * Exports the public pages into a folder, in a process of its own with the settings of this one, which reads what is published from the store. Returns
 * why it failed; null where it did not. A release is put in place by one link, so that a process that is killed leaves the one before.
 */
export function exportPages(script: string, folder: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (text: Buffer) => {
      told = (told + text).slice(-2_000);
    });
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (status, signal) => {
      resolve(status === 0 ? null : told.trim() || (signal ? endedBy(signal) : `It ended with ${status}.`));
    });
  });
}

function endedBy(signal: NodeJS.Signals): string {
  return `Something ended it by ${signal}${signal === 'SIGKILL' ? ', as Linux does where memory runs out' : ''}.`;
}

import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import { amber, type Finding, green, red } from './finding.ts';

/** statfs numbers of Linux. What lies in the first group is gone with the machine's or the container's end. */
const passing: Record<number, string> = { 16914836: 'tmpfs', 2240043254: 'ramfs', 2035054128: 'overlay' };
const onNetwork: Record<number, string> = { 26985: 'NFS', 4283649346: 'SMB', 4266872130: 'SMB', 20859: 'SMB' };

const fewBytes = 200_000_000;
const enoughBytes = 2_000_000_000;

export function dataFolderFindings({ dataDir, databaseUrl, smtpUrl }: Env): Finding[] {
  if (!existsSync(dataDir))
    return [red('data folder', `There is no ${dataDir} yet.`, 'Start the product once, as the user that runs it.')];
  return [
    ...kindFindings(dataDir, databaseUrl !== null),
    ...rightsFindings(dataDir),
    ...spaceFindings(dataDir),
    ...unsentFindings(dataDir, smtpUrl !== null),
  ];
}

function kindFindings(dataDir: string, storeIsElsewhere: boolean): Finding[] {
  const { type } = statfsSync(dataDir);
  const todo = 'Set DATA_DIR to a folder on a local disk; in a container, to a volume.';
  const kind = passing[type];
  if (kind && storeIsElsewhere)
    return [amber('data folder', `${dataDir} is on ${kind}: the secrets in it do not outlast the machine or container.`, todo)];
  if (kind) return [red('data folder', `${dataDir} is on ${kind}: it does not outlast the machine or container.`, todo)];
  if (onNetwork[type] && !storeIsElsewhere)
    return [red('data folder', `${dataDir} is on ${onNetwork[type]}, where SQLite’s locks do not hold.`, todo)];
  return [green('data folder', `${dataDir} is on a disk.`)];
}

function rightsFindings(dataDir: string): Finding[] {
  const { mode } = statSync(dataDir);
  if ((mode & 0o077) !== 0)
    return [
      red(
        'rights',
        `${dataDir} can be entered by other users (${(mode & 0o777).toString(8)}); it holds personal data and secrets.`,
        `chmod 700 ${dataDir}`,
      ),
    ];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return [green('rights', `${dataDir} is for one user only.`)];
  } catch {
    return [amber('rights', `${dataDir} is not for the user that runs this check.`, 'Run it as the user that runs the product.')];
  }
}

function spaceFindings(dataDir: string): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  if (bavail * bsize >= enoughBytes) return [green('space', `${megabytes} MB are free.`)];
  const level = bavail * bsize < fewBytes ? red : amber;
  return [
    level('space', `Only ${megabytes} MB are free on the disk of ${dataDir}.`, 'Make room: a full disk turns visitors away.'),
  ];
}

function unsentFindings(dataDir: string, bySmtp: boolean): Finding[] {
  const folder = join(dataDir, 'mail');
  const letters = bySmtp && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')).length : 0;
  if (letters === 0) return [];
  return [
    amber(
      'unsent letters',
      `${letters} letters were written to ${folder} before there was a mail server: nobody has been sent them.`,
      'Read them, call the people, and move them away.',
    ),
  ];
}

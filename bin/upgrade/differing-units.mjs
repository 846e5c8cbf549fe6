import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The units of deploy/ that were copied to the machine and are not those of this release. */
export function differingUnits(checkout, folder = '/etc/systemd/system') {
  const names = ['kerbside.service', 'kerbside-backup.service', 'kerbside-backup.timer'];
  return names.filter((name) => {
    const [ours, theirs] = [join(checkout, 'deploy', name), join(folder, name)];
    return existsSync(ours) && existsSync(theirs) && readFileSync(ours, 'utf8') !== readFileSync(theirs, 'utf8');
  });
}

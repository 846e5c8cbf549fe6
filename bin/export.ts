import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SettingError } from '#server/core/settings/env.ts';
import { collectSite } from './export/collect-site.ts';
import { publishRelease, takeFolder } from './export/release-folder.ts';
import { writeSite } from './export/write-site.ts';
import { runTool } from './run-tool.ts';

/**
 * npm run export -- DIR: the public site as files in DIR/current, for nginx, Caddy or a host of files, with the settings of the environment.
 * --site-url goes before SITE_URL; --served-at is where DIR will be on the machine that serves it, if elsewhere.
 */
await runTool(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'site-url': { type: 'string' }, 'served-at': { type: 'string' } },
  });
  const [given] = positionals;
  if (!given || positionals.length > 1) throw new SettingError('Say one folder: npm run export -- DIR');
  const folder = resolve(given);
  // Unlike the files of other tools, the export is read by the file server, and public.
  process.umask(0o022);
  takeFolder(folder);
  const siteUrl = values['site-url'] ?? process.env.SITE_URL;
  const site = await collectSite({ ...process.env, ...(siteUrl && { SITE_URL: siteUrl }) });
  if (!siteUrl)
    console.error(`SITE_URL is not set: the pages name ${site.siteUrl}. Give --site-url https://www.your-site.example.`);
  process.umask(0o022);
  const release = await publishRelease(folder, (fresh, name) =>
    writeSite(site, fresh, resolve(values['served-at'] ?? folder, 'releases', name)),
  );
  console.log(
    `${site.files.length} files of ${site.siteUrl} are in ${release}, to which ${given}/current leads. Reload what serves them.`,
  );
});

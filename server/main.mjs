// The product's process, from the build. Not TypeScript: taking types out of one file costs a running process 15 MB.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where an upgrade has built a release beside the checkout, that one runs, also where a unit of systemd names this file.
const release = new URL('../.releases/current/server/main.mjs', import.meta.url);
if (existsSync(release)) await import(release.href);
else {
  // What V8 has compiled is kept beside the build, so that the next start need not compile it again. Where it cannot be written nothing is kept.
  enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
  const { serve } = await import('../build/server/index.js');
  await serve(fileURLToPath(new URL('../bin/export.ts', import.meta.url)));
}

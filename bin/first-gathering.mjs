// Loaded before tools that read the content: on a fresh clone nothing has gathered it yet. Later they read what the last build was made of.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gatherOrFail, root } from './setup.mjs';

if (!existsSync(join(root, '.content'))) gatherOrFail();

// A tool that cannot load the content, because a build was refused for it, says the same sentence as the build.
process.on('uncaughtException', async (error) => {
  process.exitCode = 1;
  const { tellUnreadable } = await import('../build-tools/unreadable-content.ts').catch(() => ({ tellUnreadable: () => null }));
  console.error(tellUnreadable(root, error) ?? error);
});

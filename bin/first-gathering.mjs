// Loaded before tools that read the content: on a fresh clone nothing has gathered it yet. Later they read what the last build was made of.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gatherContent } from './gather-content.mjs';
import { fail, root } from './setup.mjs';

try {
  if (!existsSync(join(root, '.content'))) gatherContent(root);
} catch (error) {
  fail(error.message);
}

// Loaded before tools that read the content: on a fresh clone nothing has gathered it yet. Later they read what the last build was made of.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gatherOrFail, root } from './setup.mjs';

if (!existsSync(join(root, '.content'))) gatherOrFail();

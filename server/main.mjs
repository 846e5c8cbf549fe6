// The product's process, from the build. Not TypeScript: taking types out of one file costs a running process 15 MB.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What V8 has compiled is kept beside the build, so that the next start need not compile it again. Where it cannot be written nothing is kept.
enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)));
const { serve } = await import('../build/server/index.js');
await serve();

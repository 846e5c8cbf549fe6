// The product's process, from the build. Not TypeScript: taking types out of one file costs a running process 15 MB.
import { serve } from '../build/server/index.js';

await serve();

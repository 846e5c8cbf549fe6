// npm run types: the types of the routes are generated from app/routes.ts first, which reads the content.
import { gatherOrFail, pinnedNode, run } from './setup.mjs';

gatherOrFail();
for (const args of [['node_modules/@react-router/dev/bin.cjs', 'typegen'], ['node_modules/typescript-7/bin/tsc']]) {
  const { status } = run(pinnedNode, args);
  if (status !== 0) process.exit(status ?? 1);
}

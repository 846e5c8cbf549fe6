// npm start: runs the product on the pinned Node until it is told to stop. Where npm run upgrade has built a release beside the checkout
// that release runs; otherwise what is missing of the checkout is installed and built first.
import { launch } from './launcher.mjs';
import { commitOf, currentRelease, environmentFor, linkOwn, nodeOf, readNote, root } from './releases.mjs';
import { ensureInstalled, fail, isOrphaned, run } from './setup.mjs';

const release = currentRelease();
if (release) sayWhatRuns(release);
else ensureInstalled();
const folder = release ?? root;
if (release) linkOwn(release);
// What was kept as it was found need not be what its sources would make.
if (!release || !readNote(release).isKept)
  if (run(nodeOf(folder), ['bin/build.ts', '--if-changed'], environmentFor(), folder).status !== 0)
    fail('The build failed; see above.');
if (isOrphaned()) process.exit(1);
await launch();

function sayWhatRuns(folder) {
  const { commit } = readNote(folder);
  const wanted = commitOf('HEAD');
  if (wanted && wanted !== commit)
    console.log(
      `Release ${commit.slice(0, 8)} runs, and the checkout has ${wanted.slice(0, 8)}: npm run upgrade changes to that.`,
    );
}

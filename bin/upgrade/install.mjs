// A process of its own, because a failure ends it: installs the packages of a release into the folder that it is given.
import { ensureInstalled } from '../setup.mjs';

ensureInstalled(process.argv[2]);

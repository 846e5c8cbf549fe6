import { journeys } from './journeys.ts';
import { openWebkit, webkitPath } from './webkit.ts';

journeys('WebKit', webkitPath, openWebkit);

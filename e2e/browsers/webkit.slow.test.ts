// Protects: the journeys that matter most work in WebKit.
import { journeys } from './journeys.ts';
import { onceMoreWhenLost, openWebkit, webkitPath } from './webkit.ts';

journeys('WebKit', webkitPath, openWebkit, { retry: onceMoreWhenLost });

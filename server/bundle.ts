/**
 * The entry that the build makes one file of. React Router compares contexts by identity, so routes and server must share one copy of
 * each module: the whole process is loaded from here.
 */

export { assets } from 'virtual:react-router/server-build';
export { readEnv } from './core/settings/env.ts';
export { serve } from './main.ts';
export { closeApp, startApp } from './modules.ts';
export { openApp } from './open-app.ts';
export { createProduct } from './web/app-with-pages.ts';
export { errorPages } from './web/error-pages.ts';
export { showPublished } from './web/site/edit-site.ts';
export { sourcePaths } from './web/source-links.ts';

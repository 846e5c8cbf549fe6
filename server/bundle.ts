/**
 * The entry that the build makes one file of. React Router compares contexts by identity, so routes and server must share one copy of
 * each module: the whole process is loaded from here.
 */

export { assets } from 'virtual:react-router/server-build';
export { createProduct } from './app-with-pages.ts';
export { readEnv } from './env.ts';
export { errorPages } from './error-pages.ts';
export { serve } from './main.ts';
export { openApp } from './open-app.ts';
export { openServices } from './services.ts';
export { showPublished } from './site/edit-site.ts';
export { sourcePaths } from './source-links.ts';

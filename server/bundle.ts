/**
 * What the build makes one file of. React Router knows a context by identity, so routes and server must share one copy of it:
 * the whole process comes from here.
 */

export { assets } from 'virtual:react-router/server-build';
export { createProduct } from './app-with-pages.ts';
export { readEnv } from './env.ts';
export { errorPages } from './error-pages.ts';
export { serve } from './main.ts';
export { openServices } from './services.ts';

/**
 * What the build makes one file of. React Router knows a context by identity, so routes and server must share one copy of it:
 * the whole process comes from here.
 */
export { readEnv } from './env.ts';
export { serve } from './process.ts';
export { createProduct } from './product.ts';
export { openServices } from './services.ts';

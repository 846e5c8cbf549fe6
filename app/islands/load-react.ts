/** React as a module: what imports it late would otherwise need code of the build tool for modules of another kind. */
export { createRoot, hydrateRoot } from 'react-dom/client';

/// <reference types="vite/client" />
/// <reference path="../content/markdown.d.ts" />

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export const { routes }: ServerBuild;
  export = build;
}

interface ImportMetaEnv {
  /** The colour of the browser's own frame, by scheme: vite.config.ts takes it from theme.css. */
  readonly THEME_LIGHT: string;
  readonly THEME_DARK: string;
}

/// <reference types="vite/client" />
/// <reference path="../content/markdown.d.ts" />

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export const { routes }: ServerBuild;
  export = build;
}

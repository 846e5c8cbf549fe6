/// <reference types="vite/client" />
/// <reference path="../content/markdown.d.ts" />

interface ImportMetaEnv {
  /** The colour of the browser's own frame, by scheme: vite.config.ts takes it from content/colours.css. */
  readonly THEME_LIGHT: string;
  readonly THEME_DARK: string;
}

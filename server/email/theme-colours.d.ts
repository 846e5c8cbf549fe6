/** From content/colours.css and colours-by-night.css, as #rrggbb: build-tools/theme-colours.ts. */
declare module 'virtual:theme-colours' {
  export type ThemeColour =
    | ('paper' | 'surface' | 'ink' | 'muted' | 'line' | 'link' | 'alert')
    | ('route' | 'route-line' | 'action' | 'on-action' | 'on-sign');
  export const light: Record<ThemeColour, string>;
  export const dark: Record<ThemeColour, string>;
}

/** From content/colours.css and colours-by-night.css, as #rrggbb: build-tools/theme-colours.ts. */
declare module 'virtual:theme-colours' {
  export type ThemeColour =
    | ('paper' | 'surface' | 'ink' | 'muted' | 'line' | 'link' | 'alert')
    | ('route' | 'route-line' | 'action' | 'on-action' | 'on-sign');
  type ButtonColours = Record<'backgroundColor' | 'borderColor' | 'color', ThemeColour>;
  /** From app/ui/button.css: build-tools/button-look.ts. */
  export const buttons: { style: import('react').CSSProperties; action: ButtonColours; primary: ButtonColours };
  export const light: Record<ThemeColour, string>;
  export const dark: Record<ThemeColour, string>;
}

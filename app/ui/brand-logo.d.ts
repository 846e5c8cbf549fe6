/** The pictures of build-tools/brand-logo.ts. */
declare module 'virtual:brand-logo' {
  export const byDay: string | null;
  export const byNight: string | null;
}

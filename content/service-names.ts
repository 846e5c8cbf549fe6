import { readdirSync } from 'node:fs';

/** The services of this site, by the names of their files. Read from the folder: only what the build evaluates may import this. */
export const serviceNames = readdirSync(new URL('services/', import.meta.url)).flatMap((file) =>
  file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : [],
);

import { readdirSync } from 'node:fs';
import type { RoadsideTexts } from './roadside-texts.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /^[a-z]{2,3}\.ts$/.test(file));

const texts = await Promise.all(
  files.map(async (file) => {
    const exports: Record<string, RoadsideTexts> = await import(/* @vite-ignore */ `./${file}`);
    return Object.values(exports);
  }),
);

/**
 * The languages of the roadside page: one for each file here that is named by a language, English first, and then by what their speakers
 * call them. Read from the folder: only what the build evaluates may import this, and what runs from the sources.
 */
export const languages = texts
  .flat()
  .map(({ code, name, englishName }) => ({ code, name, englishName }))
  .sort((a, b) => Number(b.code === 'en') - Number(a.code === 'en') || (a.name < b.name ? -1 : 1));

import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { site } from '#content/site.ts';
import { testimonials } from '#content/testimonials.ts';
import { type Wording, wordingIn } from '../content-wording.ts';

type Phone = { display: string; tel: string };

/** What the site says of the business, and every other word on it, with the file and the field where it stands. */
export type LaunchContent = {
  site: {
    brand: string;
    legalName: string;
    companyNumber: string;
    helpline: Phone;
    officePhone: Phone;
    email: string;
    whatsapp: { display: string; href: string };
    address: readonly string[];
    coordinates: { latitude: number; longitude: number };
  };
  regulation: string;
  samples: number;
  wording: Wording[];
};

/** The lists of services import markdown, which is for the build to read; the markdown itself is read here as text. */
const listsOfMarkdown = ['services.ts', 'service-links.ts'];

export async function readLaunchContent(): Promise<LaunchContent> {
  const folder = new URL('../../content/', import.meta.url);
  const modules = (await readdir(folder)).filter((name) => /(?<!\.d|\.test)\.ts$/.test(name) && !listsOfMarkdown.includes(name));
  const said = await Promise.all(
    modules.map(async (name) => wordingIn(`content/${name}`, { ...(await import(new URL(name, folder).href)) })),
  );
  const services = (await readdir(new URL('services/', folder))).map(async (name) => ({
    file: `content/services/${basename(name)}`,
    field: 'the text',
    text: await readFile(new URL(`services/${name}`, folder), 'utf8'),
  }));
  const { regulation } = await import('#content/notices.ts');
  return {
    site,
    regulation,
    samples: testimonials.filter(({ sample }) => sample).length,
    wording: [...said.flat(), ...(await Promise.all(services))],
  };
}

import { dramaNumbersIn } from './drama-numbers.ts';
import { exampleAddressesIn } from './example-addresses.ts';
import { amber, type Finding, green, red } from './finding.ts';
import type { LaunchContent } from './launch-content.ts';

const unfinished = /to be confirmed|owner to confirm|\bTODO\b|lorem ipsum/i;

/** Barking town centre, where the map of the sample content is. */
const sampleCentre = { latitude: 51.538, longitude: 0.08 };

/** What reaches nobody, or was meant to be replaced. What content/site.ts says is told once, although every page repeats it. */
export function placeholderFindings(content: LaunchContent): Finding[] {
  const { site, samples } = content;
  return [
    ...phoneFindings(site),
    exampleAddressesIn(site.email).length > 0
      ? red(
          'e-mail',
          `content/site.ts gives ${site.email}, which reaches nobody.`,
          'Set email to an address that somebody reads.',
        )
      : green('e-mail', `Visitors are told to write to ${site.email}.`),
    samples > 0
      ? red(
          'testimonials',
          `${samples} of the testimonials are samples.`,
          'Replace them in content/testimonials.ts by real ones with their writers’ consent and set sample to false; invented reviews are unlawful.',
        )
      : green('testimonials', 'No testimonial is a sample; keep the proof of each.'),
    ...elsewhere(content),
    site.coordinates.latitude === sampleCentre.latitude && site.coordinates.longitude === sampleCentre.longitude
      ? amber(
          'map',
          'The map on /contact is centred on the sample’s place.',
          'Set coordinates in content/site.ts to your office.',
        )
      : green('map', 'The map is centred on a place of your own.'),
  ];
}

function phoneFindings(site: LaunchContent['site']): Finding[] {
  const phones = {
    helpline: `${site.helpline.display} ${site.helpline.tel}`,
    officePhone: `${site.officePhone.display} ${site.officePhone.tel}`,
    whatsapp: `${site.whatsapp.display} ${site.whatsapp.href}`,
  };
  return Object.entries(phones).map(([name, said]) => {
    const [number] = dramaNumbersIn(said);
    if (!number) return green(name, `${said.split(' +')[0]?.split(' https')[0]} is outside Ofcom’s ranges for drama.`);
    return red(
      name,
      `${number} is from Ofcom’s ranges for drama and reaches nobody.`,
      `Set ${name} in content/site.ts to your own number.`,
    );
  });
}

function elsewhere({ site, regulation, wording }: LaunchContent): Finding[] {
  const known = JSON.stringify(site);
  const told = [...dramaNumbersIn(known), ...exampleAddressesIn(known)];
  return wording.flatMap(({ file, field, text }) => {
    if (file === 'content/site.ts') return [];
    const reachNobody = [...dramaNumbersIn(text), ...exampleAddressesIn(text)].filter((found) => !told.includes(found));
    // What is taken from the settings of the business has a finding of its own.
    const words = text.replaceAll(site.address.join(', '), '').replaceAll(regulation, '').match(unfinished)?.[0];
    return [
      ...reachNobody.map((found) =>
        red(
          'wording',
          `${file} (${field}) gives ${found}, which reaches nobody.`,
          'Put a real one in its place, or leave it out.',
        ),
      ),
      ...(words ? [red('wording', `${file} (${field}) still says “${words}”.`, 'Write what is the case, or leave it out.')] : []),
    ];
  });
}

import { amber, type Finding, green, red } from './finding.ts';
import type { LaunchContent } from './launch-content.ts';

/** What the site is called until somebody makes it theirs. */
export const sampleBrand = 'Kerbside Claims';
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i;

/** Companies House: eight digits, or two letters (SC, NI, OC …) and six. */
const companyNumber = /^(?:\d{8}|[A-Z]{2}\d{6})$/;

/** Of the register of fee payers: Z and seven digits, or two letters and six. */
const icoNumber = /\b(?:Z\d|Z[A-Z])\d{6}\b/g;

/** A number that somebody typed to fill the place: the same digit throughout, or counting up. */
const filler = /^\D*(?:(\d)\1+|0*123456(?:7(?:8)?)?)$/;

/** What the law wants to be told of whoever runs the site. */
export function companyFindings({ site, regulation, wording }: LaunchContent): Finding[] {
  return [
    site.brand === sampleBrand
      ? red('brand', `The site is called ${sampleBrand}, as it came.`, 'Set brand in content/site.ts to your own name.')
      : green('brand', `The site is called ${site.brand}.`),
    /example|placeholder|to be confirmed/i.test(site.legalName)
      ? red(
          'legal name',
          `The company is named “${site.legalName}”.`,
          'Set legalName in content/site.ts as it stands at Companies House.',
        )
      : green('legal name', `The company is ${site.legalName}.`),
    companyNumber.test(site.companyNumber) && !filler.test(site.companyNumber)
      ? green('company number', `Its number is ${site.companyNumber}.`)
      : red(
          'company number',
          `The company number is “${site.companyNumber}”.`,
          'Set companyNumber in content/site.ts: eight characters, as it stands at Companies House.',
        ),
    officeFinding(site.address),
    regulationFinding(regulation),
    icoFinding(wording.map(({ text }) => text).join('\n')),
  ];
}

function officeFinding(address: readonly string[]): Finding {
  const said = address.join(', ');
  if (!/to be confirmed|example|placeholder/i.test(said) && postcode.test(said))
    return green('office', `The address is ${said}.`);
  return red(
    'office',
    `The address is “${said}”.`,
    'Set address in content/site.ts to the registered office, with its full postcode.',
  );
}

function regulationFinding(regulation: string): Finding {
  if (/to be confirmed|placeholder/i.test(regulation))
    return red(
      'regulation',
      `The site says “${regulation}”`,
      'Write in content/notices.ts by whom the firm is regulated, with its firm reference number, or that it is not.',
    );
  const [number] = regulation.match(/\b\d{6,7}\b/) ?? [];
  const claims =
    /\b(?:authorised|regulated)\b/i.test(regulation) && !/\bnot (?:\w+ )?(?:authorised|regulated)\b/i.test(regulation);
  if (claims && (!number || filler.test(number)))
    return red(
      'regulation',
      'The site says that the firm is regulated, and gives no firm reference number.',
      'Add the number to regulation in content/notices.ts, as it stands in the Financial Services Register.',
    );
  return green('regulation', `The site says “${regulation}”`);
}

function icoFinding(text: string): Finding {
  const [number] = (text.match(icoNumber) ?? []).filter((found) => !filler.test(found));
  if (number) return green('data protection', `The site gives the ICO registration ${number}.`);
  return amber(
    'data protection',
    'The site gives no ICO registration number.',
    'Pay the data protection fee at ico.org.uk and give the number (such as ZA followed by six digits) in content/legal.ts.',
  );
}

import type { LaunchContent } from '../bin/launch/content-check.ts';

/** A business that is ready, with numbers that are nobody's drama. */
export const grangeHill: LaunchContent = {
  site: {
    brand: 'Grange Hill Claims',
    legalName: 'Grange Hill Claims Limited',
    companyNumber: '04918273',
    helpline: { display: '0800 118 1631', tel: '+448001181631' },
    email: 'help@grangehillclaims.co.uk',
    whatsapp: { display: '07700 901234', href: 'https://wa.me/447700901234' },
    address: ['4 Fencepiece Road', 'Chigwell', 'IG7 5EG'],
    coordinates: { latitude: 51.61, longitude: 0.09 },
  },
  regulation: 'Authorised and regulated by the Financial Conduct Authority, firm reference number 739214.',
  samples: 0,
  wording: [{ file: 'content/legal.ts', field: 'privacyInShort[0].text', text: 'Our ICO registration is ZA718293.' }],
};

/** What a copy says before anybody has made it theirs. */
export const asItCame: LaunchContent = {
  site: {
    brand: 'Kerbside Claims',
    legalName: 'Example Claims & Hire (placeholder)',
    companyNumber: '00000000',
    helpline: { display: '0808 157 0123', tel: '+448081570123' },
    email: 'enquiries@example.com',
    whatsapp: { display: '07700 900123', href: 'https://wa.me/447700900123' },
    address: ['Office address to be confirmed', 'Barking', 'London', 'IG11'],
    coordinates: { latitude: 51.538, longitude: 0.08 },
  },
  regulation: 'Regulatory details to be confirmed before launch.',
  samples: 6,
  wording: [{ file: 'content/faq.ts', field: 'faq[6].answer', text: 'Call 0808 157 0123, or write to enquiries@example.com.' }],
};

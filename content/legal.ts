import { independent, regulation } from './conditions.ts';
import { site } from './site.ts';
import type { TitledText } from './types.ts';

export const privacyInShort: TitledText[] = [
  {
    title: 'Who we are',
    text: `${site.brand} is the controller of the data you give us. Write to ${site.email} or to our office address.`,
  },
  {
    title: 'What we use it for',
    text: 'We use it to answer you and, if you go ahead, to run your claim. Injury details are used for the claim only. We may e-mail you that what you sent has arrived. Sending a form does not sign you up for marketing.',
  },
  {
    title: 'Our lawful basis',
    text: 'We answer enquiries because you asked us to, before any contract, or in our legitimate interest in replying. We run a claim under our agreement with you, and keep some records because the law requires it. Health details are used only where they are needed for a legal claim.',
  },
  {
    title: 'Who receives it',
    text: 'We share what is needed with insurers, repairers, hire and recovery providers, legal representatives, and the suppliers of our IT systems.',
  },
  {
    title: 'How long we keep it',
    text: 'Enquiries that go no further are kept for up to 12 months, and claim files for about seven years.',
  },
  {
    title: 'Your rights',
    text: 'You can ask to see, correct, delete or restrict your data, object to how we use it, or withdraw consent.',
  },
  {
    title: 'Complaints about data',
    text: `E-mail ${site.email}: we acknowledge within 30 days and tell you the outcome. You may also complain to the Information Commissioner, ico.org.uk, 0303 123 1113.`,
  },
  {
    title: 'Other services',
    text: 'The map is loaded from OpenStreetMap and the chat opens WhatsApp; they receive your IP address. The newsletter form sends and stores nothing.',
  },
];

export const termsInShort: TitledText[] = [
  {
    title: 'General information',
    text: 'This website is general information for Great Britain, mainly England and Wales, and not legal or medical advice.',
  },
  {
    title: 'No contract by form',
    text: 'Using a form does not make a contract. Services depend on eligibility, agreement terms and availability.',
  },
  { title: 'Our independence', text: independent },
  {
    title: 'Company details',
    text: `${site.brand} is a trading name of ${site.legalName}, company number ${site.companyNumber}. Our address: ${site.address.join(', ')}. ${regulation}`,
  },
];

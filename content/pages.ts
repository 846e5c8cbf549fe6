import { site } from './site.ts';
import type { PageContent } from './types.ts';

/** Title, description and first words of every page but the services', which have them in their markdown. */
export const pages = {
  home: {
    path: '/',
    title: 'Non-Fault Accident Help and Replacement Vehicles',
    description:
      'Help after a non-fault accident, 24/7: a replacement vehicle on credit, repairs and recovery, with your options and terms explained first.',
    heading: "Not your fault? Let's get you moving again.",
    lead: 'Replacement vehicle, repairs and recovery after a non-fault accident, with one team to call, 24/7.',
  },
  about: {
    path: '/about',
    title: 'About Us: People First, Facts Always',
    description: `An independent accident management company in ${site.town}, ${site.region}. Who we are, what we value and how we help drivers after non-fault accidents.`,
    heading: 'People first, facts always',
    lead: `A ${site.town}-based team helping drivers after accidents they did not cause.`,
  },
  services: {
    path: '/services',
    title: 'Our Services After a Non-Fault Accident',
    description:
      'Services for drivers after a non-fault accident: credit hire, repairs, recovery, help for licensed drivers, evidence and legal introductions.',
    heading: 'One call, joined-up help',
    lead: 'Chosen to fit what happened to you.',
  },
  makeAClaim: {
    path: '/make-a-claim',
    title: 'Make a Claim Online',
    description:
      'Tell us about your accident in a few minutes. We will contact you within 24 hours to discuss your claim and explain your options. No obligation.',
    heading: 'Tell us what happened',
    lead: 'It takes a few minutes. You can leave optional questions blank.',
  },
  partners: {
    path: '/partners',
    title: 'Partner With Us: Garages, Brokers and Operators',
    description:
      'For body shops, brokers, solicitors and taxi operators: look after your customers after a non-fault accident, with clear rules on referral fees.',
    heading: 'Look after your customers after the crash',
    lead: 'Work with us on replacement vehicles, repairs and recovery.',
  },
  complaints: {
    path: '/complaints',
    title: 'Complaints Procedure, Privacy and Terms',
    description:
      'How to complain, what we do and by when, and your right to go to the Financial Ombudsman Service. Also our privacy notice and terms in short.',
    heading: 'If we get it wrong, tell us',
    lead: 'What happens, and when.',
  },
  faq: {
    path: '/faq',
    title: 'Questions and Answers on Non-Fault Claims',
    description:
      'Plain answers about non-fault accidents: what to do at the scene, how credit hire works, choosing a repairer, write-offs, injuries and time limits.',
    heading: 'Straight answers',
    lead: 'No jargon and no surprises.',
  },
  contact: {
    path: '/contact',
    title: 'Contact Us, 24 Hours a Day',
    description: `Call our helpline 24 hours a day, 365 days a year, or reach us by e-mail, WhatsApp, message form or post at our office in ${site.town}, ${site.region}.`,
    heading: 'Contact Us',
    lead: "We're here to help, 24/7.",
  },
  reviews: {
    path: '/reviews',
    title: 'Customer Reviews',
    description:
      'Where reviews from our customers will appear. The cards shown today are labelled samples that demonstrate the layout and are not genuine reviews.',
    heading: 'What customers say',
    lead: 'Sample text: real reviews will appear here.',
  },
  notFound: {
    path: '*',
    title: 'Page Not Found',
    description:
      'There is no page at this address. Go back to the homepage, or call our helpline, open 24 hours a day, 365 days a year, if you need help now.',
    heading: 'Page Not Found',
    lead: 'The page may have moved. Nothing you typed has been sent.',
  },
} satisfies Record<string, PageContent>;

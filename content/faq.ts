import { noCostShort } from './no-cost.ts';
import { site } from './site.ts';
import { openHours, withinTarget } from './stated-hours.ts';
import { isInLondon, offersInjuryHelp } from './switches.ts';
import type { Question } from './types.ts';

export const homeFaq: Question[] = [
  {
    question: 'What is a non-fault accident?',
    answer:
      'An accident that someone else is legally responsible for. Your costs can be claimed from them or their insurer. Fault is sometimes shared or disputed. We look at the evidence first, and we say so when another route suits you better.',
    more: { to: '/guides/who-is-to-blame', label: 'Who Is to Blame for the Accident?' },
  },
  {
    question: 'Will I have to pay anything?',
    answer: `${noCostShort} We show you the terms before you sign.`,
    more: { to: '/services/credit-hire', label: 'The charges, with an example' },
  },
  {
    question: 'Can I get the same kind of vehicle as mine?',
    answer:
      'We aim for one similar in size and use, subject to availability and to what you reasonably need. Professional drivers may need a vehicle licensed by their own authority.',
    more: { to: '/guides/courtesy-car-or-credit-hire', label: 'Courtesy Car or Credit Hire?' },
  },
  {
    question: 'Should I tell my insurer?',
    answer:
      'Yes. Most policies ask you to report every accident, even if you do not claim. Ask your insurer about your premium too; even a non-fault accident can affect it.',
    more: { to: '/guides/does-a-non-fault-claim-raise-my-premium', label: 'Does a Non-Fault Claim Raise My Premium?' },
  },
  {
    question: 'What if the other driver has no insurance or drove off?',
    answer:
      "Report it to the police and your insurer, and keep any evidence. The Motor Insurers' Bureau may help, but its rules are strict, and credit hire may not suit you.",
    more: { to: '/guides/uninsured-or-hit-and-run-driver', label: 'Uninsured or Hit-and-Run Driver' },
  },
  {
    question: `Do you help ${isInLondon ? 'PCO, ' : ''}private hire and taxi drivers?`,
    answer: 'Yes. We look at whether a licensed replacement or a loss of profit claim fits your case, and what records you need.',
  },
];

const injury: Question = {
  question: 'Can I claim for an injury?',
  answer:
    'Possibly. Most adults hurt inside a vehicle, in England or Wales, can use the free Official Injury Claim service themselves, at officialinjuryclaim.org.uk. If you want legal advice, an independent solicitor can help and must explain any fee first. See a doctor if you are unwell, whether or not you claim.',
  more: { to: '/services/personal-injury', label: 'Your options after an injury' },
};

export const faq: Question[] = [
  {
    question: 'What should I do at the scene?',
    answer:
      'Stop, check for injuries and call 999 in an emergency. Give your name and address, those of the owner, and the registration to anyone with good reason to ask. If you could not, report it at a police station or to an officer as soon as you can, within 24 hours at most. A phone call alone may not be enough. If someone is hurt, show your insurance certificate to the police or to anyone with good reason to see it. If you cannot, report the accident to the police within 24 hours and bring it. Take photographs if it is safe.',
    more: { to: '/services/emergency-response', label: 'What to do, step by step' },
  },
  {
    question: 'How does credit hire work?',
    answer:
      "You hire now, on credit in your own name, and we claim the charges later from the other driver's insurer. That insurer can ask whether you needed the vehicle, and question its type, the daily rate and how long you kept it. If you could have paid for ordinary hire yourself, they may pay only the ordinary rate. So we ask you for documents at the start.",
    more: { to: '/services/credit-hire', label: 'The three routes compared' },
  },
  {
    question: 'Can I choose my repairer?',
    answer:
      'When claiming against the other driver, you can choose a reasonable repairer. We can suggest garages we have checked. If you use your own policy, check its terms, as your excess could change.',
    more: { to: '/services/vehicle-repair', label: 'What to ask a garage' },
  },
  {
    question: 'What if my vehicle is written off?',
    answer:
      'You are normally owed what it was worth just before the accident. Where the other driver’s insurer pays, we help you gather evidence such as mileage, service history and similar adverts. Outstanding finance is usually cleared first, and hire ends soon after payment.',
    more: { to: '/guides/write-off-offer-too-low', label: 'When the offer is too low' },
  },
  ...(offersInjuryHelp ? [injury] : []),
  {
    question: 'How long do I have to claim?',
    answer:
      "Court proceedings for injury must usually start within three years of the accident, and for vehicle damage within six. Different rules apply to children, people who lack capacity, the Motor Insurers' Bureau, and accidents in Scotland or Northern Ireland.",
    more: { to: '/guides/how-long-does-a-claim-take', label: 'All the dates, and how long a claim takes' },
  },
  {
    question: 'How do I contact you?',
    answer: `Call ${site.helpline.display}, ${openHours}, use the form, WhatsApp, or write to our ${site.town} office. After a claim form we will contact you ${withinTarget}. If you are in danger, call 999, not us.`,
  },
];

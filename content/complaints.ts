import type { TitledText } from './types.ts';

export const complaints: TitledText[] = [
  {
    title: 'Tell us',
    text: 'Contact us by phone, email, letter or form. Say what went wrong and what you would like us to do. Complaining costs you nothing, and you may ask someone to act for you. Tell us if you need help or another format.',
  },
  {
    title: 'Acknowledgement within 3 working days',
    text: 'We will confirm in writing, within 3 working days, that we have your complaint, who is dealing with it, and how to reach them.',
  },
  {
    title: 'Investigation: we aim to finish within 14 working days',
    text: 'Where possible, a person not directly involved in the matter looks at the records. They may ask you for more information. We aim to finish this within 14 working days.',
  },
  {
    title: 'Written final response within 4 weeks',
    text: 'We will write to you within 4 weeks to say what we found, and anything we will do to put it right. If we need longer, we will send a letter explaining the delay and when to expect our answer.',
  },
  {
    title: 'Financial Ombudsman Service',
    text: 'Is your complaint unresolved after 8 weeks, or are you unhappy with our final response? Then you have the right to go to the Financial Ombudsman Service. It is free. It must be a complaint they can consider: complaints only about hire, repair or recovery may be outside its remit. Normally do so within six months of our final response. Financial Ombudsman Service, Exchange Tower, London E14 9SR; 0800 023 4567 or 0300 123 9123; complaint.info@financial-ombudsman.org.uk; www.financial-ombudsman.org.uk.',
  },
];

import { independent, regulation } from './conditions.ts';
import { periods } from './retention-periods.ts';
import { site } from './site.ts';
import { hasLegalRepresentatives, hasNewsletter, registration } from './switches.ts';
import type { NoticePart, TitledText } from './types.ts';

export const dataComplaints = `Email ${site.email}: we acknowledge within 30 days and tell you the outcome. You may also complain to the regulator, the ICO: ico.org.uk, 0303 123 1113.`;

export const companyDetails = `${site.brand} is a trading name of ${site.legalName}, ${registration}. Registered office: ${site.address.join(', ')}.`;

export const privacyInShort: NoticePart[] = [
  {
    title: 'Who we are',
    text: `${site.legalName}, trading as ${site.brand}, is the controller of the data you give us. Write to ${site.email} or to our office address.`,
  },
  {
    title: 'What we use it for',
    text: 'We use it to answer you and, if you go ahead, to run your claim. Injury details are used for the claim only. We may email you to say that what you sent has arrived, and what happens with your claim. Sending a form does not sign you up for marketing.',
  },
  {
    title: 'Where it comes from',
    text: 'Mostly from you. A garage, broker, solicitor or taxi operator may introduce you, and then gives us your name and how to reach you. Insurers, witnesses and the police may tell us about the accident. Photographs may carry the time, the place and the camera, which we read. Your phone tells us where it is only if you tap "Use my location".',
  },
  {
    title: 'Who sent you to us',
    text: 'A link or a QR code of somebody who sends people to us may name them. The page then says so above the form, where you can untick it. If you leave it, it is sent and kept with your claim, and we count how many claims each of them sends. Nothing of it stays on your device, and we track nothing else about how you found us.',
  },
  {
    title: 'Other people',
    text: "If you give us another driver's, witness's or passenger's details, we use them only for the claim.",
  },
  {
    title: 'Our lawful basis',
    text: 'We answer enquiries because you asked us to, before any contract, or in our legitimate interest in replying. We run a claim under our agreement with you, and keep some records because the law requires it. Health details, and what the police recorded about a possible offence, are used only where they are needed for a legal claim.',
  },
  {
    title: 'The box you tick on the claim form',
    text: 'It asks whether we may handle your data and share it for your claim with the kinds of recipient it names. Others we share with are listed below. You can withdraw it at any time by telling us. We then stop sharing your details, unless one of the reasons above still requires it. It is not consent to marketing.',
  },
  {
    title: 'Against misuse',
    text: 'We use your IP address to limit how often forms can be sent. A program sets aside what looks like spam, in our legitimate interest in keeping it out. If we have not contacted you by the time we gave, call. A program may have set yours aside by mistake, and a person can release it. Our web servers log the IP address, page and time of each visit for security.',
  },
  {
    title: 'Who receives it',
    text: `We share what is needed with insurers, repairers, engineers, hire and recovery providers${hasLegalRepresentatives ? ', and legal representatives' : ''}. The owner or rental firm of the vehicle may receive it too, and the Motor Insurers’ Bureau with its askMID service. So may the police and courts, where the claim or the law requires it. The suppliers of our IT systems handle it for us. Whoever introduced you hears how your claim goes only if you agree.`,
  },
  {
    title: 'Outside the UK',
    text: 'A supplier may keep or see data in another country. We allow that only where UK law treats the country as safe for data, or under contract terms that UK law accepts. Ask us which apply to you.',
  },
  {
    title: 'How long we keep it',
    text: `Claims that we close as not going ahead, for example because you withdraw: ${periods.notPursued} after we close them. A claim begun at the roadside that nobody continued: ${periods.notPursued} from when you began it. All other claims: about ${periods.forms['Make a Claim']} from when you sent them, once they have been closed for ${periods.closedFor}. Where somebody hurt was under 18, or cannot run a claim, we keep it for as long as they can go to court. Partner enquiries: ${periods.forms['Partners Inquiry']}. Messages: ${periods.forms['Contact Us']}. Suspected spam: ${periods.quarantine}. Photographs, files and messages that belong to a claim go when it goes.`,
  },
  {
    title: 'Backups and mailboxes',
    text: 'What we erase stays in our backups for up to eight weeks more. We keep the emails that forms send to our team as long as the claim or message they belong to. The same goes for our emails with you, WhatsApp messages and notes of calls. An email from you that belongs to no claim or message: 30 days. An email that you had from us stays in your own mailbox.',
  },
  {
    title: 'What stays on your device',
    text: 'Nothing for advertising or for counting visits. What you typed stays until it is sent.',
    points: [
      'What you type in a form, from the first letter: until you send or clear it, at most for 30 days.',
      'Photographs that you chose and did not send: they go with what you typed in that form. Where you typed nothing, they go when you open our site a day later.',
      'A form that you send, until we have it. A claim sent without signal stays, with its photographs and messages about it, until they are sent or you delete them. After 30 days they are sent only if you say so. The reference of what was sent stays until seven days after you wrote it.',
      'The receipt, with your private link, until you close the tab. Where a claim had to wait for signal, its private link for ten minutes more, or until you next open our site.',
      'A random key and a fingerprint of the answers of each form sent: for 30 days. With them none is stored twice, and two tabs with one draft make one claim.',
      'Where the upload of a file stopped, with its name and size: used for seven days.',
      'Your ticks in the roadside checklist: used for two days.',
      'Our pages, so that they open without signal, and a note that we offered to keep this site on your home screen. Both stay until you clear your browser.',
      'A cookie for 180 days, or until you remove your claim from the device, that opens the page of your claim. It is set after you follow its private link or start a claim at the roadside. Another, for three days, lets the claim form continue it.',
    ],
  },
  {
    title: 'Your rights',
    text: 'You can ask to see, correct, delete or restrict your data, or to have a copy in a form you can reuse. You can object to how we use it, or withdraw consent. We answer within one month.',
  },
  {
    title: 'Complaints about data',
    text: dataComplaints,
  },
  {
    title: 'Other services',
    text: `The map is loaded from OpenStreetMap when you ask for it, and the chat opens WhatsApp. They receive your IP address, and WhatsApp your number and what you write.${hasNewsletter ? ' The newsletter form sends and stores nothing.' : ''}`,
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
    text: `${companyDetails} ${regulation}`,
  },
];

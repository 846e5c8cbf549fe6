import type { FormData } from '#forms/form.ts';
import { aoife } from './fixtures/people.ts';

/** People who do not exist, as many as are wanted. Phone numbers are of the ranges kept for drama, e-mail domains for documentation. */

/** The same numbers between 0 and 1 for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chance(random: () => number, share: number): boolean {
  return random() < share;
}

/** Another for each number: by chance alone two in a million would be the same. */
export function referenceOf(number: number): string {
  const places = Array.from({ length: 8 }, (_, place) => {
    const spread = (BigInt(number) * 31_415_926_543n) % 23n ** 8n;
    return referenceLetters[Number((spread / 23n ** BigInt(place)) % 23n)];
  });
  return `${places.slice(0, 4).join('')}-${places.slice(4).join('')}`;
}

export function claimOfSomebody(number: number, random: () => number): FormData {
  const { firstName, lastName, email, phone } = person(number, random);
  return {
    ...aoife,
    ...{ firstName, lastName, email, phone },
    vehicleReg: `${one(plateLetters, random)}${one(plateLetters, random)}${77 + Math.floor(random() * 20)} ${plate(random)}`,
    vehicleType: chance(random, 0.4) ? 'pco' : 'car',
    descriptionOfAccident: `${aoife.descriptionOfAccident} (${number})`,
  };
}

export function messageOfSomebody(number: number, random: () => number): FormData {
  const { firstName, lastName, email, phone } = person(number, random);
  const name = `${firstName} ${lastName}`;
  return { name, email, phone, subject: one(subjects, random), message: `I would like to know more, please. (${number})` };
}

export function partnerOfSomebody(number: number, random: () => number): FormData {
  const { firstName, lastName, email } = person(number, random);
  const companyName = `${lastName} ${one(['Body Works', 'Solicitors', 'Cars', 'Brokers'], random)}`;
  return {
    companyName,
    contactName: `${firstName} ${lastName}`,
    email,
    businessType: 'Body shop',
    referralInfo: `We are many. (${number})`,
  };
}

/** Few are called Quill and many are called Khan, as in life. */
function person(number: number, random: () => number) {
  const firstName = one(firstNames, random, 2);
  const lastName = `${one(lastNames, random, 2)}${chance(random, 0.3) ? one(endings, random) : ''}`;
  const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase().replaceAll(/[^a-z0-9.@]/g, '');
  return {
    firstName,
    lastName,
    email,
    phone: `${one(dramaRanges, random)}${String(Math.floor(random() * 1_000)).padStart(3, '0')}`,
  };
}

function plate(random: () => number): string {
  return Array.from({ length: 3 }, () => one(plateLetters, random)).join('');
}

/** With a skew above one the first are picked more often than the last. */
function one<T>(list: readonly T[] | string, random: () => number, skew = 1): T {
  return list[Math.floor(random() ** skew * list.length)] as T;
}

const referenceLetters = '34679ACDEFGHJKMNPQRTWXY';
const plateLetters = 'ABCDEFGHJKLMNOPRSTUVWXY';
const subjects = ['Complaint', 'A question', 'My repair', 'Courtesy car', 'Call me back'];
const endings = ['-Smith', 'son', ' Jones', "-O'Brien", 'ova', '-Adeyemi'];
const dramaRanges = [
  ...['07700 900', '020 7946 0', '0113 496 0', '0114 496 0', '0115 496 0', '0116 496 0', '0117 496 0', '0118 496 0'],
  ...['0121 496 0', '0131 496 0', '0141 496 0', '0151 496 0', '0161 496 0', '01632 960', '028 9649 6', '029 2018 0'],
];
const firstNames = [
  ...[
    'Mohammed',
    'Olivia',
    'David',
    'Amelia',
    'Ahmed',
    'Sarah',
    'James',
    'Fatima',
    'Oliver',
    'Priya',
    'Łukasz',
    'Maria',
    'Chidi',
  ],
  ...[
    'Aoife',
    'Hassan',
    'Grace',
    'Tomasz',
    'Zainab',
    'George',
    'Ngozi',
    'Harpreet',
    'Emily',
    'Yusuf',
    'Chloë',
    'Ravi',
    'Bronwyn',
  ],
  ...[
    'Ifeoma',
    'Callum',
    'Sadia',
    'Piotr',
    'Niamh',
    'Kwame',
    'Élodie',
    'Mehmet',
    'Siân',
    'Dmitri',
    'Thandiwe',
    'Xiaoming',
    'Zuzana',
  ],
];
const lastNames = [
  ...[
    'Khan',
    'Smith',
    'Patel',
    'Jones',
    'Ahmed',
    'Williams',
    'Singh',
    'Taylor',
    'Hussain',
    'Brown',
    'Begum',
    'Davies',
    'Ali',
    'Evans',
  ],
  ...[
    'Okafor',
    'Wilson',
    "O'Neil",
    'Kowalski',
    'Roberts',
    'Świątek',
    'Johnson',
    'Mensah',
    'Walker',
    'Nowak',
    'Wright',
    'Ibrahim',
  ],
  ...[
    'Robinson',
    'Thompson',
    'Adeyemi',
    'White',
    'Hughes',
    'Edwards',
    'Green',
    'Popescu',
    'Hall',
    'Wood',
    'Harris',
    'Yilmaz',
    'Clarke',
  ],
  ...[
    'Jackson',
    'Kaur',
    'MacLeod',
    'Ferreira',
    'Zhang',
    'Nguyen',
    'Osei',
    'Byrne',
    'Dąbrowski',
    'Szczepański',
    'Featherstonehaugh',
  ],
  ...['Ouyang', 'Vaughan', 'Quill'],
];

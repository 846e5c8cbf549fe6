import type { Answers } from './fill.ts';

/** Invented people. Numbers, addresses and plates are from ranges that belong to nobody. A missing key is an unticked box. */

/** A private hire driver with an apostrophe in her name and her address. */
export const aoife: Answers = {
  firstName: 'Aoife',
  lastName: "O'Neil",
  email: "aoife.o'neil@example.com",
  phone: '07700 900101',
  address: 'Flat 2, 14 Sample Street, Barking, London',
  postcode: 'IG11 9ZZ',
  dateOfAccident: '2026-10-14',
  timeOfAccident: '07:35',
  locationOfAccident: 'Longbridge Road roundabout, Barking',
  descriptionOfAccident:
    'Stationary at the give-way line with no passenger on board. The car behind rolled into my rear bumper. The other driver apologised and we swapped details.',
  reportedToPolice: 'no',
  vehicleMake: 'Kia',
  vehicleModel: 'Niro EV',
  vehicleYear: '2023',
  vehicleReg: 'LB77 ZZT',
  vehicleType: 'pco',
  insuranceCompany: 'Sample Taxi Insurance',
  policyNumber: 'PHV/000/123-A',
  claimType: 'credit-hire',
  serviceReplacement: 'yes',
  serviceRepair: 'yes',
  serviceLegal: 'yes',
  additionalInfo: 'London PHV licence held. Currently cannot accept bookings.',
  consent: 'yes',
};

/** Polish letters, a classic car, a postcode in lower case. */
export const lukasz: Answers = {
  firstName: 'Łukasz',
  lastName: 'Świątek-Żółkiewski',
  email: 'lukasz.swiatek+claim@example.org',
  phone: '+447700900303',
  address: '7 Example Mews, Ealing',
  postcode: 'w59zz',
  dateOfAccident: '2026-11-01',
  timeOfAccident: '23:59',
  locationOfAccident: 'Hanger Lane gyratory',
  descriptionOfAccident: 'Drugi kierowca zmienił pas i uderzył w mój bok. The other driver changed lane into my nearside door.',
  reportedToPolice: 'no',
  vehicleMake: 'Ford',
  vehicleModel: 'Cortina Mk III',
  vehicleYear: '1972',
  vehicleReg: 'abc123k',
  vehicleType: 'car',
  insuranceCompany: 'Classic & Vintage (Sample) Ltd',
  policyNumber: 'CV-1972-ŁŚŻ',
  claimType: 'vehicle-repair',
  serviceRepair: 'yes',
  additionalInfo: 'Agreed-value policy; please use a repairer with classic car experience.',
  consent: 'yes',
};

/** A Chinese name, emoji beyond the basic plane, a no-break space in the phone number. */
export const xiaoming: Answers = {
  firstName: '小明',
  lastName: '欧阳',
  email: 'ouyang.xiaoming@example.com',
  phone: '020 7946 0505',
  address: '5 Test Terrace, Manchester',
  postcode: 'M1 9ZZ',
  dateOfAccident: '2026-08-19',
  timeOfAccident: '12:00',
  locationOfAccident: 'Piccadilly, Manchester 🏙️',
  descriptionOfAccident: '停车时被撞。Parked and unoccupied when hit 🚗💥🚙 – the other driver left a note 📝.',
  reportedToPolice: 'no',
  vehicleMake: 'Morris',
  vehicleModel: 'Minor 1000',
  vehicleYear: '1961',
  vehicleReg: 'ABC 123',
  vehicleType: 'car',
  insuranceCompany: '示例保险 / Sample Cover',
  policyNumber: 'N/A',
  claimType: 'vehicle-repair',
  serviceRepair: 'yes',
  additionalInfo: '👨‍👩‍👧 No one was hurt.',
  consent: 'yes',
};

/** A motorcyclist on a leap day, with optional fields left blank. */
export const jeanLuc: Answers = {
  firstName: 'Cpl. Jean-Luc',
  lastName: "D'Arcy-Smythe",
  email: 'jl.darcysmythe@example.org',
  phone: '03069 990707 ext. 12',
  address: 'c/o Sample Unit, British Forces',
  postcode: 'BF1 9ZZ',
  dateOfAccident: '2024-02-29',
  timeOfAccident: '00:00',
  locationOfAccident: 'A303, while home on leave (England)',
  descriptionOfAccident:
    'A car emerged from a side road into my path. My motorcycle went down and slid. BFPO 000 used as a dummy number.',
  reportedToPolice: 'yes',
  vehicleMake: 'Triumph',
  vehicleModel: 'Bonneville T120',
  vehicleYear: '2020',
  vehicleReg: 'BD77 ZZM',
  vehicleType: 'motorcycle',
  insuranceCompany: 'Forces Sample Insurance',
  policyNumber: '',
  claimType: 'personal-injury',
  serviceRepair: 'yes',
  serviceLegal: 'yes',
  additionalInfo: '',
  consent: 'yes',
};

/** Only what is required, as short as it can be. */
export const bo: Answers = {
  firstName: 'Bo',
  lastName: 'E',
  email: 'b@e.example',
  phone: '01632 960909',
  address: '9',
  postcode: 'N1 9ZZ',
  dateOfAccident: '2026-11-20',
  timeOfAccident: '',
  locationOfAccident: 'A13',
  descriptionOfAccident: 'Hit.',
  reportedToPolice: 'no',
  vehicleMake: 'MG',
  vehicleModel: '3',
  vehicleYear: '1898',
  vehicleReg: 'Q123 ABC',
  vehicleType: 'car',
  insuranceCompany: '?',
  policyNumber: '',
  claimType: 'other',
  additionalInfo: '',
  consent: 'yes',
};

/** 5,000 characters, in several scripts and on several lines. */
export const priya: Answers = {
  ...bo,
  firstName: 'Priya',
  lastName: 'Raghunathan',
  email: 'priya@example.com',
  descriptionOfAccident: fiveThousandCharacters(),
};

/** Markup, quotes and a header in every place where somebody might forget to escape. */
export const mallory: Answers = {
  ...bo,
  firstName: '<b>Mallory</b>',
  lastName: '"><script>alert(1)</script>',
  email: 'mallory@example.com',
  locationOfAccident: 'A13 & <img src=x onerror=alert(2)>',
  descriptionOfAccident: '</td></tr><style>*{display:none}</style>\nBcc: victim@example.com\n<!-- & &amp; -->',
  additionalInfo: '{{7*7}} <%= 7*7 %> %00 \\n',
};

function fiveThousandCharacters(): string {
  const paragraph = 'The van left the slip road without looking. Furgonetka uderzyła w mój bok; 我停在路边。 گاڑی رک گئی تھی\n';
  return `${paragraph.repeat(60).slice(0, 4_999)}.`;
}

import type { FormData } from '#forms/form.ts';

/** Visitors that the tests know by name. All fictional: drama phone numbers, documentation e-mail domains, unused postcodes. */

/** Apostrophes in name and address; a driver who ticked everything. */
export const aoife: FormData = {
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
    'Stationary at the give-way line with no passenger on board. The car behind rolled into my rear bumper.\n\nWe swapped details.',
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
  additionalInfo: 'My neck hurts since; whiplash, says the doctor.',
  consent: 'yes',
};

/** Polish letters outside Latin-1, blanks left blank, boxes not ticked. */
export const lukasz: FormData = {
  ...without(aoife, ['serviceReplacement', 'serviceLegal']),
  firstName: 'Łukasz',
  lastName: 'Świątek-Żółkiewski',
  email: 'lukasz.swiatek+claim@example.org',
  timeOfAccident: '',
  policyNumber: '',
  descriptionOfAccident: 'Drugi kierowca zmienił pas i uderzył w mój bok.',
  additionalInfo: '',
};

/** Chinese, Urdu (right to left) and emoji made of several characters. */
export const ouyang: FormData = {
  ...aoife,
  firstName: '小明',
  lastName: '欧阳',
  email: 'ouyang.xiaoming@example.com',
  phone: '020\u00a07946\u00a00505',
  locationOfAccident: 'Piccadilly, Manchester 🏙️',
  descriptionOfAccident: '停车时被撞。Parked and unoccupied when hit 🚗💥🚙 – the other driver left a note 📝.',
  insuranceCompany: 'لاہور انشورنس / نمونہ بیمہ',
  additionalInfo: 'دوسری گاڑی پیچھے سے آئی۔\n👨‍👩‍👧 No one was hurt.',
};

/** Everything that must come out as text and nothing else. */
export const hostile: FormData = {
  name: 'QA Hostile',
  email: 'qa.contact@example.com',
  phone: '07700 900999',
  subject: 'Hello\r\nBcc: victim@example.com <b>bold</b>',
  message: '<a href="javascript:alert(1)">link</a> & <style>*{display:none}</style>\r\n.\r\nQUIT',
};

/** A message through the contact form, with a phone left blank. */
export const declan: FormData = {
  name: 'Declan Byrne',
  email: 'declan@example.net',
  phone: '',
  subject: 'Complaint',
  message: 'I am unhappy with the delay on my repair and want this logged as a complaint.',
};

function without(data: FormData, names: string[]): FormData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

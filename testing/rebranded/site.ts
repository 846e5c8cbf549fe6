/** Another business than the sample: every number is from a range reserved for fiction. */
export const site = {
  brand: "O'Hara & Daughters Accident Help",
  legalName: "O'Hara & Daughters Vehicle Services Limited",
  companyNumber: '00000002',
  vatNumber: 'GB 000 0000 02',
  helpline: { display: '0113 496 0188', tel: '+441134960188' },
  email: 'help@ohara.example',
  whatsapp: { display: '07700 900188', href: 'https://wa.me/447700900188' },
  address: ['Unit 4, Sample Yard', 'Leeds', 'LS1 4ZZ'],
  town: 'Leeds',
  region: 'West Yorkshire',
  coordinates: { latitude: 53.797, longitude: -1.548 },
  areaServed: ['Yorkshire'],
  openingHours: { times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }], bankHolidays: false },
  claimTargetHours: 48,
  professionalTargetHours: 4,
  roadsideTargetMinutes: 30,
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/ohara.example' },
    { name: 'TikTok', href: 'https://www.tiktok.com/@ohara.example' },
  ],
  newsletter: 'off',
} as const;

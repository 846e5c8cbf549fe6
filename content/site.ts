/**
 * Who the business is and how to reach it: the one place to change for another brand, with colours.css.
 * Numbers and addresses below are from ranges reserved for fiction. They reach nobody and must be replaced before launch.
 */
export const site = {
  brand: 'Kerbside Claims',
  legalName: 'Example Claims & Hire (placeholder)',
  companyNumber: '00000000',
  /** Where the company is registered for VAT, as 'GB 123 4567 89'; otherwise null. */
  vatNumber: null,
  helpline: { display: '0808 157 0123', tel: '+448081570123' },
  email: 'enquiries@example.com',
  whatsapp: { display: '07700 900123', href: 'https://wa.me/447700900123' },
  address: ['Office address to be confirmed', 'Barking', 'London', 'IG11'],
  /** Where the office is, as people say it. */
  town: 'Barking',
  region: 'London',
  /** Degrees, WGS 84: the centre of the map on /contact. */
  coordinates: { latitude: 51.538, longitude: 0.08 },
  /** Where you take claims, as search engines are told: parts of the United Kingdom, counties or towns. */
  areaServed: ['England', 'Wales'],
  /**
   * When somebody answers the helpline: 'always', or for example
   * { times: [{ from: 'Monday', to: 'Saturday', opens: '08:00', closes: '20:00' }], bankHolidays: false }.
   */
  openingHours: 'always',
  /** The response target of a claim, in hours. The claim page states it. */
  claimTargetHours: 24,
  /** The same for a PCO, PHV or taxi driver: an internal target, stated to nobody. */
  professionalTargetHours: 2,
  /** The same, in minutes, for somebody who is still at the roadside. */
  roadsideTargetMinutes: 15,
  /** Your profiles. The icon of one without an address says that the feature is in progress; an empty list shows none. */
  social: [
    { name: 'Facebook', href: null },
    { name: 'Instagram', href: null },
    { name: 'LinkedIn', href: null },
    { name: 'X', href: null },
  ],
  /** The form in the footer: 'placeholder' says that the feature is in progress, 'off' shows none. Nothing is sent either way. */
  newsletter: 'placeholder',
} as const;

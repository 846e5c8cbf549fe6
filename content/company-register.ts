/** The part of the United Kingdom in which Companies House has registered a company, as its number says. */
export function registerOf(companyNumber: string): string {
  if (/^S[COL]/i.test(companyNumber)) return 'Scotland';
  return /^(?:N[CIL]|R\d)/i.test(companyNumber) ? 'Northern Ireland' : 'England and Wales';
}

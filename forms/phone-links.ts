/** A tel: address, with the extension where one was given; null where there are not enough digits for one. */
export function callLink(phone: string): string | null {
  const [number = '', extension = ''] = phone.split(/ext|x(?= ?\d)/i);
  const dialled = digitsOf(number).replaceAll(/(?!^)\+/g, '');
  const suffix = extension.replaceAll(/\D/g, '');
  return dialled.replace('+', '').length >= 6 ? `tel:${dialled}${suffix && `;ext=${suffix}`}` : null;
}

/** The address of a WhatsApp chat. It needs the country code, so a number that begins with a single 0 counts as British. */
export function whatsappLink(phone: string): string | null {
  const digits = digitsOf(phone);
  const international = digits.replace(/^(\+|00)/, '').replace(/^0/, '44');
  const isWhole = /^(\+|0)/.test(digits) && international.length >= 10 && international.length <= 15;
  return isWhole ? `https://wa.me/${international}` : null;
}

/** The digits of a number. After the + of a country code a 0 in brackets is not dialled. */
function digitsOf(phone: string): string {
  const international = /^\s*(?:\+|00)/.test(phone);
  return (international ? phone.replace('(0)', '') : phone).replaceAll(/[^\d+]/g, '');
}

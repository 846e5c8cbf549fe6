/** A tel: address, or null where there are not enough digits for one. */
export function callLink(phone: string): string | null {
  const dialled = phone.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '');
  return dialled.replace('+', '').length >= 6 ? `tel:${dialled}` : null;
}

/** WhatsApp knows numbers with their country only: one that begins with a single 0 is taken for a British one. */
export function whatsappLink(phone: string): string | null {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  const international = digits.replace(/^(\+|00)/, '').replace(/^0/, '44');
  const isWhole = /^(\+|0)/.test(digits) && international.length >= 10 && international.length <= 15;
  return isWhole ? `https://wa.me/${international}` : null;
}

export function mailLink(email: string, reference: string): string | null {
  return email
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your reference ${reference}`)}`
    : null;
}

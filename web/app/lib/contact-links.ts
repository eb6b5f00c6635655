/** A mailto link to the address alone; a hostile address cannot add recipients or headers to it. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`;
}

/** A tel link, or undefined where the text holds no number that could be dialled. */
export function telLink(phone: string): string | undefined {
  // "(0)" in an international number is the digit to leave out when dialling from abroad.
  const number = phone.trim().replace(/^(\+.*?)\(0\)/, '$1');
  const dialled = number.replace(/(?!^\+)[^0-9]/g, '');
  return /[0-9]{3}/.test(dialled) ? `tel:${dialled}` : undefined;
}

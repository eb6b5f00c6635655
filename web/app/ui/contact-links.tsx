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

/** An address that breaks after its "@" before it breaks anywhere else. Its text is the address alone. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  if (at === 0) return <span>{email}</span>;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

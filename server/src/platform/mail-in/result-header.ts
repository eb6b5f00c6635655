/**
 * Splits the value of an Authentication-Results header into its host and its results (RFC 8601, section 2.2). Comments and quoted
 * texts are left out: both can have words that the sender chose, such as the address in the envelope.
 */
export function splitResults(value: string): string[] {
  const parts = [''];
  let comments = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value.charAt(at);
    if (sign === '\\' && (isQuoted || comments > 0)) at += 1;
    else if (isQuoted) isQuoted = sign !== '"';
    else if (sign === '(') comments += 1;
    else if (comments > 0) comments -= sign === ')' ? 1 : 0;
    else if (sign === '"') isQuoted = true;
    else if (sign === ';') parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts;
}

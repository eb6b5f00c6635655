import { domainToASCII } from 'node:url';

/** An address as it can be compared: in lower case, its domain as name servers have it. */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at + 1).toLowerCase()}${domainToASCII(domain) || domain.toLowerCase()}`;
}

/** Where the larger mail services show their inbox. */
const WEBMAIL: Record<string, string> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'me.com': 'https://www.icloud.com/mail/',
  'proton.me': 'https://mail.proton.me/',
  'protonmail.com': 'https://mail.proton.me/',
  'fastmail.com': 'https://app.fastmail.com/',
  'gmx.net': 'https://www.gmx.net/',
  'gmx.de': 'https://www.gmx.net/',
  'web.de': 'https://web.de/',
};

/** Where an address's mail is read: the service's inbox when it is a known one, else the mail program. */
export function mailboxLink(email: string): string {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return Object.hasOwn(WEBMAIL, host) ? (WEBMAIL[host] ?? 'mailto:') : 'mailto:';
}

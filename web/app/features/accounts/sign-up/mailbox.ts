/** The inboxes offered for an address whose mail service isn't known, the most common first. */
export const MAILBOXES = [
  { name: 'Gmail', url: 'https://mail.google.com/' },
  { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  { name: 'iCloud', url: 'https://www.icloud.com/mail/' },
  { name: 'Yahoo', url: 'https://mail.yahoo.com/' },
] as const;

const [gmail, outlook, icloud, yahoo] = MAILBOXES;

/** Where the larger mail services show their inbox. */
const INBOX_OF_HOST: Record<string, string> = {
  'gmail.com': gmail.url,
  'googlemail.com': gmail.url,
  'outlook.com': outlook.url,
  'hotmail.com': outlook.url,
  'live.com': outlook.url,
  'msn.com': outlook.url,
  'yahoo.com': yahoo.url,
  'icloud.com': icloud.url,
  'me.com': icloud.url,
  'mac.com': icloud.url,
  'proton.me': 'https://mail.proton.me/',
  'protonmail.com': 'https://mail.proton.me/',
  'fastmail.com': 'https://app.fastmail.com/',
  'gmx.net': 'https://www.gmx.net/',
  'gmx.de': 'https://www.gmx.net/',
  'web.de': 'https://web.de/',
};

/** The inbox of an address's mail service; undefined if the address doesn't show it. */
export function mailboxOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return Object.hasOwn(INBOX_OF_HOST, host) ? INBOX_OF_HOST[host] : undefined;
}

/** Where to read an address's mail: the inbox of its service, else the most common one. */
export function mailboxLink(email: string): string {
  return mailboxOf(email) ?? gmail.url;
}

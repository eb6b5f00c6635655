/**
 * Who the studio is. Everything here is sample content of a studio that does not exist: replace it with yours.
 * It appears in the header, the footer, mails, the contact page and the legal pages.
 */
export const studio = {
  name: 'Atelier',
  /** One line under the name, in mails and for search engines. */
  tagline: 'Websites that earn their keep',
  description: 'A studio of one that designs, builds and looks after fast websites, shops and landing pages.',
  /** Where the site will be found; the build's PUBLIC_URL goes before it. */
  url: 'https://atelier.example',
  email: 'hello@atelier.example',
  /** Shown as it stands; leave empty to show none. */
  phone: '',
  location: 'Working remotely, everywhere',
  /** How long an answer takes, as the contact page promises it. */
  replyTime: 'within one business day',
  /** Links to profiles elsewhere; each opens in a new tab. */
  social: [
    { name: 'Mastodon', url: 'https://mastodon.example/@atelier' },
    { name: 'GitHub', url: 'https://github.example/atelier' },
  ],
} as const;

/** Buttons in mails. The site's own colours are in web/app/ui/styles/tokens.css: these are its accent in daylight. */
export const mailColors = { accent: '#b93415', onAccent: '#fff9f1' } as const;

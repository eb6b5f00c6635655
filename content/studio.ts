/**
 * The studio's details. All of it is sample content of a studio that does not exist: replace it with yours.
 * It appears in the header, the footer, mails, the contact page and the legal pages.
 */
export const studio = {
  name: 'Atelier',
  /** One line under the name, in mails and for search engines. */
  tagline: 'Websites that earn their keep',
  description: 'A studio of one that designs, builds and looks after fast websites, shops and landing pages.',
  /** The site's address; the build's PUBLIC_URL takes precedence. */
  url: 'https://atelier.example',
  email: 'hello@atelier.example',
  /** Shown as written; leave it empty to show none. */
  phone: '',
  location: 'Working remotely, everywhere',
  /** The response time that the contact page promises. */
  replyTime: 'within one business day',
  /** Links to profiles on other sites; each opens in a new tab. */
  social: [
    { name: 'Mastodon', url: 'https://mastodon.example/@atelier' },
    { name: 'GitHub', url: 'https://github.example/atelier' },
  ],
} as const;

/**
 * The buttons in mails. The site's own colours are in web/app/ui/styles/tokens.css: these are its accent in
 * the light theme.
 */
export const mailColors = { accent: '#b93415', onAccent: '#fff9f1' } as const;

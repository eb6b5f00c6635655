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
 * The colours of mails and contracts, which can't read the site's stylesheet: each repeats the token of its name in
 * web/app/ui/styles/tokens.css. A mail program that shows mails in the dark uses the second ones.
 */
export const mailColors = {
  light: {
    paper: '#f7f2e8',
    raised: '#fffcf5',
    ink: '#211a14',
    inkSoft: '#564a3f',
    rule: '#dbd0be',
    accent: '#b93415',
    onAccent: '#fff9f1',
  },
  dark: {
    paper: '#16120f',
    raised: '#211b17',
    ink: '#f4ecdf',
    inkSoft: '#c4b7a7',
    rule: '#3a312a',
    accent: '#ff7b52',
    onAccent: '#22100a',
  },
} as const;

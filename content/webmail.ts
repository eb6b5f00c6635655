/**
 * The webmail that the inbox offers besides the machine's own mail program. In `compose`, `{to}`,
 * `{subject}` and `{body}` are replaced by the encoded parts of the reply. Choose the one you use.
 */
export const webmail = {
  name: 'Gmail',
  compose: 'https://mail.google.com/mail/?view=cm&fs=1&to={to}&su={subject}&body={body}',
} as const;

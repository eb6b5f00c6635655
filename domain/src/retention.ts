/** For how many days what is written down about people is kept: the privacy page says it, the server's daily jobs see to it. */
export const KEPT_DAYS = {
  /** A sign-up that nobody confirmed, from when its last link ran out. */
  signUps: 30,
  /**
   * The cookie that marks a browser that has signed in, counted from its latest sign-in or refresh.
   */
  knownBrowsers: 180,
  /** Signing in and out, changed passwords and addresses. */
  securityEvents: 365,
  /** What admins did, unless the setting AUDIT_KEEP_DAYS says otherwise. */
  adminActions: 730,
  /** To whom mails were sent, and under which subject. */
  sentMails: 30,
} as const;

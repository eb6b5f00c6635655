/** How many days personal data is kept: the privacy page states it, the server's daily jobs delete it. */
export const KEPT_DAYS = {
  /** An unconfirmed sign-up, from the expiry of its last link. */
  signUps: 30,
  /** The cookie that marks a browser that has signed in, from its latest sign-in or refresh. */
  knownBrowsers: 180,
  /** Sign-ins, sign-outs, and changes of passwords and addresses. */
  securityEvents: 365,
  /** Admins' actions, unless the setting AUDIT_KEEP_DAYS says otherwise. */
  adminActions: 730,
  /** Calls, from when they are over. */
  calls: 180,
  /** Calls that nobody confirmed, from when they were asked for. */
  unconfirmedCalls: 2,
  /** Links of emails that decide without a sign-in, from when they were sent. */
  decisionLinks: 30,
  /** Recipients and subjects of mails. */
  sentMails: 30,
  /** Whole mails that arrived, unless the setting MAIL_IN_KEEP_DAYS says otherwise. */
  receivedMails: 30,
} as const;

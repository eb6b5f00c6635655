/** How a kind of mail that people can turn off is named in their settings. */
export interface NotificationWords {
  /** What such a mail is about, whoever gets it: after "mails about". */
  about: string;
  /** As a client's setting; without it a client never gets such a mail, or always does. */
  client?: string;
  /** As a setting of the studio; without it the studio never gets such a mail, or always does. */
  studio?: string;
}

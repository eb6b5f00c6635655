import { mailColors, studio } from '@atelier/content/studio.ts';
import type { MailLook } from './platform/mail/layout.ts';

/** The studio as its mails show it. */
export function studioMailLook(publicUrl: string): MailLook {
  return {
    studioName: studio.name,
    tagline: studio.tagline,
    studioEmail: studio.email,
    siteUrl: publicUrl,
    ...mailColors,
  };
}

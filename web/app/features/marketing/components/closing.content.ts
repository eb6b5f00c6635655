import { claims } from '@atelier/content/claims.ts';
import { person } from '@atelier/content/person.ts';

/* What closes a page, picked at build time. */

export const introCall = claims.introCall.text;

export const who = { name: person.name, role: person.role, nextStart: person.nextStart };

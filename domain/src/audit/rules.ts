/** A short fact of an admin's action: what was chosen, or of a list how many. */
export type AuditedFact = string | number | boolean | null;

/** Entries in one reply; older ones are asked for with `before`. */
export const AUDIT_PAGE_SIZE = 50;

/** The parts of a project that an action can be about. */
export const AUDITED_ITEMS = ['milestone', 'file', 'message'] as const;
export type AuditedItemKind = (typeof AUDITED_ITEMS)[number];

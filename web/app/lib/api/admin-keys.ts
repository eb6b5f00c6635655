/** Under these keys lies what the admin area knows; invalidate one when something of its kind changed. */
export const adminKeys = {
  overview: ['admin', 'overview'],
  enquiries: ['admin', 'enquiries'],
  projects: ['admin', 'projects'],
  users: ['admin', 'users'],
  acceptances: ['admin', 'acceptances'],
  audit: ['admin', 'audit'],
} as const;

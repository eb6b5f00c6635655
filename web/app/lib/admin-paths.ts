/** The studio's view of a project, opened at one of its tabs; at the first unless said otherwise. */
export const adminProjectPath = (id: string, tab?: string) =>
  `/admin/portal/${encodeURIComponent(id)}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`;

/** One person: their account and their projects. */
export const adminUserPath = (id: string) => `/admin/users/${encodeURIComponent(id)}`;

/** One enquiry, opened in the inbox wherever it stands in the list. */
export const enquiryPath = (id: string) => `/admin/contact?enquiry=${encodeURIComponent(id)}`;

/** A new enquiry, opened in the inbox among the new ones, where it stands on the first page. */
export const newEnquiryPath = (id: string) => `/admin/contact?status=new&enquiry=${encodeURIComponent(id)}`;

/** The audit of what was done to one thing, or of what one admin did. */
export const auditOfPath = (of: { subject: string } | { by: string }) =>
  `/admin/audit?${new URLSearchParams(of)}`;

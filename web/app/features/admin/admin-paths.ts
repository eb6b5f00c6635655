/** The studio's view of a project. */
export const adminProjectPath = (id: string) => `/admin/portal/${encodeURIComponent(id)}`;

/** A new enquiry, opened in the inbox among the new ones, where it stands on the first page. */
export const newEnquiryPath = (id: string) => `/admin/contact?status=new&id=${encodeURIComponent(id)}`;

import { expect, test } from 'vitest';
import { adminLinks, isInPlace } from './admin-navigation.tsx';

test.each([
  ['/admin', 'Overview'],
  ['/admin/', 'Overview'],
  ['/admin/projects', 'Projects'],
  ['/admin/portal/0198c0de', 'Projects'],
  ['/admin/contracts', 'Projects'],
  ['/admin/money', 'Money'],
  ['/admin/users', 'Users'],
  ['/admin/contact', 'Contact'],
  ['/admin/users/0198c0de', 'Users'],
  ['/admin/audit', 'Audit'],
  ['/admin/health', 'Health'],
])('the link for %s is %s alone', (pathname, label) => {
  expect(adminLinks.filter((link) => isInPlace(link, pathname)).map((link) => link.label)).toEqual([label]);
});

import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  auditPath,
  clientViewPath,
  enquiryPath,
  newEnquiryPath,
  PAGES,
  type PageAddress,
  type PagePath,
  portalPath,
  projectPath,
  startOfPath,
  studioProjectPath,
  userPath,
} from './pages.ts';

describe('PAGES', () => {
  it('gives each page its own address', () => {
    const patterns = Object.values(PAGES);
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});

describe('the address functions', () => {
  it('omit the first page of a list', () => {
    expect(portalPath()).toBe('/client-portal');
    expect(portalPath({ page: 1 })).toBe('/client-portal');
    expect(portalPath({ page: 2 })).toBe('/client-portal?page=2');
    expect(projectPath('p1', { page: 3 })).toBe('/client-portal/p1?page=3');
  });

  it('open a project at a tab', () => {
    expect(projectPath('p1', { tab: 'files' })).toBe('/client-portal/p1?tab=files');
    expect(studioProjectPath('p1')).toBe('/admin/portal/p1');
    expect(studioProjectPath('p1', 'contract')).toBe('/admin/portal/p1?tab=contract');
    expect(clientViewPath('p1')).toBe('/admin/portal/p1/as-client');
  });

  it('put ids into the query', () => {
    expect(userPath('u1')).toBe('/admin/users/u1');
    expect(enquiryPath('e1')).toBe('/admin/contact?enquiry=e1');
    expect(newEnquiryPath('e1')).toBe('/admin/contact?status=new&enquiry=e1');
    expect(auditPath({ subject: 's1' })).toBe('/admin/audit?subject=s1');
    expect(auditPath({ by: 'a1' })).toBe('/admin/audit?by=a1');
  });

  it('escape an id, so that it can’t extend the address', () => {
    expect(projectPath('../admin?x#y')).toBe('/client-portal/..%2Fadmin%3Fx%23y');
    expect(enquiryPath('a&b=c')).toBe('/admin/contact?enquiry=a%26b%3Dc');
  });
});

describe('startOfPath', () => {
  it('ends at the first parameter', () => {
    expect(startOfPath('studioProject')).toBe('/admin/portal/');
    expect(startOfPath('audit')).toBe('/admin/audit');
  });
});

describe('PageAddress', () => {
  it('accepts the table’s pages with a query, hash or subpath', () => {
    expectTypeOf<'/' | '/start?fresh=1' | '/services#seo' | '/work/marram-bread'>().toExtend<PageAddress>();
    expectTypeOf(portalPath()).toExtend<PageAddress>();
  });

  it('rejects other pages, and literal addresses that contain an id', () => {
    expectTypeOf<'/nowhere'>().not.toExtend<PageAddress>();
    expectTypeOf<'/admin/portal/p1?tab=files'>().not.toExtend<PageAddress>();
    expectTypeOf<string>().not.toExtend<PageAddress>();
    expectTypeOf<'/start?fresh=1'>().not.toExtend<PagePath>();
  });
});

import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { shapeOfReply } from './reply-shapes.ts';

describe('shapeOfReply', () => {
  it('has the lists and objects of what is read, and what items are known by', () => {
    expect(shapeOfReply('listMilestones', api.listMilestones)).toEqual({
      items: [{ _id: 'id', preview: { '?': { fileIds: [''] } } }],
    });
    expect(shapeOfReply('listUsers', api.listUsers)).toEqual([{ _id: 'id' }]);
  });

  it('asks for neither the parts of a brief nor the list of roles', () => {
    expect(shapeOfReply('getPortalProject', api.getPortalProject)).toMatchObject({
      project: { data: {}, final: { '?': {} } },
    });
    expect(shapeOfReply('getMe', api.getMe)).toEqual({ 'roles?': [''], user: {} });
  });

  it('is undefined for a change, a stream and a reply that is no JSON', () => {
    expect(shapeOfReply('createMilestone', api.createMilestone)).toBeUndefined();
    expect(shapeOfReply('streamEvents', api.streamEvents)).toBeUndefined();
    expect(shapeOfReply('exportUsers', api.exportUsers)).toBeUndefined();
  });

  it('covers every other call that a screen reads', () => {
    const without = Object.entries(api).flatMap(([name, endpoint]) =>
      endpoint.method === 'GET' && shapeOfReply(name, endpoint) === undefined ? [name] : [],
    );
    expect(without).toEqual([
      'exportUsers',
      'exportEnquiries',
      'readCalendarFeed',
      'exportProjects',
      'exportInvoiceLines',
      'exportInvoiceDocuments',
      'streamEvents',
    ]);
  });
});

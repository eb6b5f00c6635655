import { z } from 'zod';
import { endpoint, NOTICE_LIMIT, PAGE_LIMIT } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import {
  acceptanceListQuerySchema,
  acceptanceListReplySchema,
  acceptContractSchema,
  contractDocumentSchema,
  contractSchema,
  previewContractSchema,
  requestContractChangeSchema,
  saveContractSchema,
  sendContractSchema,
  studioContractSchema,
  uploadContractQuerySchema,
} from './schema.ts';

const contractReply = z.object({ contract: contractSchema.nullable() });
const studioContractReply = z.object({ contract: studioContractSchema });

/** A project's contract, from both sides. */
export const contractEndpoints = {
  getContract: endpoint({
    method: 'GET',
    path: '/portal/:id/contract',
    access: 'project',
    summary: 'The contract; null until it is sent.',
    params: idParams,
    reply: contractReply,
  }),
  acceptContract: endpoint({
    method: 'POST',
    path: '/portal/:id/contract/accept',
    access: 'project-client',
    summary: 'Accepts the contract, which is final. An empty body means the current version.',
    params: idParams,
    body: acceptContractSchema,
    reply: contractReply,
    limit: NOTICE_LIMIT,
  }),
  requestContractChange: endpoint({
    method: 'POST',
    path: '/portal/:id/contract/request-change',
    access: 'project-client',
    summary: 'Requests a change to a contract that isn’t accepted yet.',
    params: idParams,
    body: requestContractChangeSchema,
    reply: contractReply,
    limit: { max: 10, seconds: 600, per: 'account' },
  }),
  listAcceptances: endpoint({
    method: 'GET',
    path: '/admin/acceptances',
    access: 'admin',
    summary:
      'Every accepted contract, including those of deleted projects, newest first; `before` pages back.',
    query: acceptanceListQuerySchema,
    reply: acceptanceListReplySchema,
  }),
  getContractAsStudio: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/contract',
    access: 'admin',
    summary: 'The contract with its draft, versions, change requests and acceptance.',
    params: idParams,
    reply: studioContractReply,
  }),
  saveContract: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/contract',
    access: 'admin',
    summary: 'Saves the draft. The client sees it only once it is sent.',
    params: idParams,
    body: saveContractSchema,
    reply: studioContractReply,
    limit: PAGE_LIMIT,
    audit: { says: 'changed the draft of the contract of {subject}', keeps: ['total', 'source', 'link'] },
  }),
  uploadContractDocument: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/contract/document',
    access: 'admin',
    summary: 'Uploads a PDF (the body, application/pdf, at most 20 MB) as the draft’s document.',
    params: idParams,
    query: uploadContractQuerySchema,
    body: contractDocumentSchema,
    reply: studioContractReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'uploaded the contract[ “{name}”] of {subject}', keeps: ['name'] },
  }),
  previewContract: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/contract/preview',
    access: 'admin',
    projectMayBe: 'archived',
    summary: 'The PDF the product would make of a draft as it is typed, in base64. Nothing is saved.',
    params: idParams,
    body: previewContractSchema,
    reply: z.object({ name: z.string(), pdf: z.string() }),
    limit: { max: 120, seconds: 60, per: 'account' },
  }),
  sendContract: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/contract/send',
    access: 'admin',
    summary: 'Sends the draft as the next version, which replaces the previous one.',
    params: idParams,
    body: sendContractSchema,
    reply: studioContractReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'sent the contract of {subject} to the client' },
  }),
};

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The document is the same for every caller until the server is updated. */
export const apiDocumentEndpoints = {
  getApiDocument: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description of every call, as an OpenAPI document.',
    reply: z.looseObject({ openapi: z.string() }),
    cacheSeconds: 300,
    limit: { max: 60, seconds: 60, per: 'address' },
  }),
};

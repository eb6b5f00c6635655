import { api } from '@atelier/domain/api.ts';
import { type ApiDocument, describeApi } from '@atelier/domain/api-document/api-document.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from './bind.ts';

/** The description of the API. It is made at the first call: most processes are never asked for it. */
export function addApiDocument(app: FastifyInstance): void {
  let document: ApiDocument | undefined;
  bindEndpoint(app, api.getApiDocument, async () => {
    document ??= describeApi(api);
    return { ...document };
  });
}

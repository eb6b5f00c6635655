import { api } from '@atelier/domain/api.ts';
import { MAX_CONTRACT_BYTES } from '@atelier/domain/contracts/rules.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { DOCUMENT_CALL } from '../../core/documents/documents.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import type { ContractServices } from './client.routes.ts';
import { presentAcceptanceRecord, presentStudioContract } from './contracts.presenter.ts';

/** The longest time an upload may take from its first byte: 20 MB over a slow connection. */
const UPLOAD_DEADLINE_MS = 5 * 60_000;

/** The studio's side of a contract. */
export function addStudioContractRoutes(
  app: FastifyInstance,
  { contracts, contractDrafts, storage }: ContractServices,
): void {
  const reply = async (projectId: string) => ({
    contract: presentStudioContract(await contractDrafts.getContract(projectId), storage),
  });

  bindAdminEndpoint(app, api.listAcceptances, async ({ query }) => {
    const { rows, hasOlder } = await contracts.listAcceptances(query);
    return { items: rows.map((row) => presentAcceptanceRecord(row, storage)), hasOlder };
  });

  bindAdminEndpoint(app, api.getContractAsStudio, async ({ params }) => reply(params.id));

  bindAdminEndpoint(app, api.saveContract, async ({ params, body }) => {
    await contractDrafts.save(params.id, body);
    return reply(params.id);
  });

  bindAdminEndpoint(
    app,
    api.previewContract,
    async ({ params, body }) => {
      const { name, bytes } = await contractDrafts.preview(params.id, body);
      return { name, pdf: bytes.toString('base64') };
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(
    app,
    api.sendContract,
    async (call) => {
      const { params, body } = call;
      await contractDrafts.send(params.id, projectActor(call), body.revision);
      return reply(params.id);
    },
    DOCUMENT_CALL,
  );

  // A scope of its own: only here is a PDF a body, with its own limit; JSON keeps the general one.
  app.register(async (scope) => {
    const parser = { parseAs: 'buffer', bodyLimit: MAX_CONTRACT_BYTES } as const;
    scope.addContentTypeParser('application/pdf', parser, (_request, body, done) => done(null, body));
    bindAdminEndpoint(
      scope,
      api.uploadContractDocument,
      async ({ params, query, body }) => {
        await contractDrafts.upload(params.id, { ...query, bytes: body });
        return reply(params.id);
      },
      { deadlineMs: UPLOAD_DEADLINE_MS },
    );
  });
}

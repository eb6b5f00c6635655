import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { DOCUMENT_CALL } from '../../core/documents/documents.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ContractDraftsService } from './contract-drafts.service.ts';
import { presentContract } from './contracts.presenter.ts';
import type { ContractsService } from './contracts.service.ts';

export interface ContractServices {
  contracts: ContractsService;
  contractDrafts: ContractDraftsService;
  storage: Storage;
}

/** The client's side of a contract. */
export function addContractRoutes(
  app: FastifyInstance,
  { contracts, storage }: Pick<ContractServices, 'contracts' | 'storage'>,
): void {
  const reply = async (projectId: string) => {
    const sent = await contracts.findSent(projectId);
    return { contract: sent ? presentContract(sent, storage) : null };
  };

  bindEndpoint(app, api.getContract, async ({ project }) => reply(project.projectId));

  bindEndpoint(
    app,
    api.acceptContract,
    async (call) => {
      const { projectId } = call.project;
      const by = { ...projectActor(call), userAgent: call.client.userAgent };
      await contracts.accept(projectId, by, call.body);
      return reply(projectId);
    },
    DOCUMENT_CALL,
  );

  bindEndpoint(app, api.requestContractChange, async (call) => {
    const { projectId } = call.project;
    await contracts.requestChange(projectId, projectActor(call), call.body);
    return reply(projectId);
  });
}

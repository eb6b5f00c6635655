import type { ContractEvents } from '@atelier/domain/contracts/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { addContractRoutes } from './client.routes.ts';
import { type ContractDraftsDeps, ContractDraftsService } from './contract-drafts.service.ts';
import { presentOwnAcceptance, presentSentContract } from './contracts.presenter.ts';
import { listAcceptancesBy } from './contracts.repository.ts';
import { type ContractsDeps, ContractsService } from './contracts.service.ts';
import { addStudioContractRoutes } from './studio.routes.ts';

export const contractTables = {
  contracts: { exportedAs: 'contracts' },
  contract_versions: { exportedAs: 'contracts' },
  contract_change_requests: { exportedAs: 'contracts' },
  contract_acceptances: { exportedAs: 'acceptedContracts' },
} as const satisfies FeatureTables;

export const contractEventRules: EventRules<ContractEvents> = {
  contract_sent: {
    // A contract revised and sent again counts as one contract.
    metrics: ({ detail }) => (detail.version === 1 ? { contracts_sent: 1 } : {}),
    mails: () => [{ kind: 'contract_sent', side: 'client' }],
  },
  contract_accepted: {
    metrics: ({ detail }) => ({ contracts_accepted: 1, accepted_usd: Math.round(detail.total ?? 0) }),
    // Both sides get a copy of the agreement.
    mails: () => [
      { kind: 'contract_accepted', side: 'client' },
      { kind: 'contract_accepted', side: 'studio' },
    ],
  },
  contract_change_requested: {
    metrics: 'none',
    mails: () => [{ kind: 'contract_change', side: 'studio' }],
  },
};

export interface ContractPorts extends ContractsDeps, ContractDraftsDeps {}

/** Contracts: the studio writes and sends them, the client accepts one or asks for a change. */
export function createContracts(ports: ContractPorts) {
  const contracts = new ContractsService(ports);
  const contractDrafts = new ContractDraftsService(ports);
  const { storage } = ports;
  const feature: Feature = {
    addRoutes(app) {
      addContractRoutes(app, { contracts, storage });
      addStudioContractRoutes(app, { contracts, contractDrafts, storage });
    },
    personalData: [
      {
        name: 'contracts',
        read: ({ projectIds }) =>
          mapEach(contracts.readSent(projectIds), (record) => presentSentContract(record, storage)),
      },
      {
        name: 'acceptedContracts',
        read: async ({ accountId }) =>
          (await listAcceptancesBy(ports.db, accountId)).map((row) => presentOwnAcceptance(row, storage)),
      },
    ],
  };
  return { service: contracts, drafts: contractDrafts, feature };
}

import { api } from '@atelier/domain/api.ts';
import type { ContractStatus } from '@atelier/domain/contracts/rules.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { sampleBrief } from '../samples/projects.ts';
import type { TestServerOptions } from './server.ts';
import { createTestApp } from './test-app.ts';

export const CONTRACT_LINK = 'https://studio.example/contract';

/** A client with a submitted project, and the owner. */
export async function setUpContract(
  engine: Engine,
  brief: Partial<typeof sampleBrief> = {},
  options: Omit<TestServerOptions, 'engine'> = {},
) {
  const app = await createTestApp({ engine, ...options });
  const owner = await app.signInOwner();
  const client = await app.signIn({ email: 'ada@client.example' });
  const submitted = await client.call(api.submitOnboarding, {
    body: { final: { ...sampleBrief, ...brief } },
  });
  const params = { id: submitted.body.id };
  const actions = {
    read: () => client.call(api.getContract, { params }),
    accept: (body: Record<string, unknown> = {}) => client.call(api.acceptContract, { params, body }),
    request_change: (body: Record<string, unknown> = { message: 'Less, please.' }) =>
      client.call(api.requestContractChange, { params, body }),
    draft: async () => (await owner.call(api.getContractAsStudio, { params })).body.contract,
    /** Saves over the newest revision, unless another is given. */
    save: async (body: Record<string, unknown>) => {
      const { revision } = (await actions.draft()).draft;
      return owner.call(api.saveContract, { params, body: { revision, ...body } });
    },
    upload: async (body: Uint8Array, name: string) => {
      const { revision } = (await actions.draft()).draft;
      return owner.call(api.uploadContractDocument, { params, query: { name, revision }, body });
    },
    send: async () => {
      const { draft } = await actions.draft();
      return owner.call(api.sendContract, { params, body: { revision: draft.revision } });
    },
    download: async (url: string | null | undefined) => app.inject({ url: new URL(url ?? '').pathname }),
  };
  return { app, owner, client, params, actions };
}

export type ContractSetting = Awaited<ReturnType<typeof setUpContract>>;

/** Brings the contract into each state, from nothing. */
export const reachContract: Record<ContractStatus, (setting: ContractSetting) => Promise<unknown>> = {
  draft: async ({ actions }) => actions.save({ total: 9_400, source: 'link', link: CONTRACT_LINK }),
  sent: async (setting) => {
    await reachContract.draft(setting);
    await setting.actions.send();
  },
  change_requested: async (setting) => {
    await reachContract.sent(setting);
    await setting.actions.request_change();
  },
  accepted: async (setting) => {
    await reachContract.sent(setting);
    await setting.actions.accept();
  },
};

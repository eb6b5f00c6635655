import { api } from '@atelier/domain/api.ts';
import type { SaveContract } from '@atelier/domain/contracts/schema.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useStudioContractAct } from './studio-contract-act.ts';

/** Saves the draft over the one of the revision that its form was filled from. */
export function useSaveContract(projectId: string) {
  return useStudioContractAct(projectId, (body: SaveContract) =>
    callApi(api.saveContract, { params: { id: projectId }, body }),
  );
}

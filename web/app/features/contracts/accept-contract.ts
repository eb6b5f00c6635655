import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../lib/api-client.ts';
import { useContractAct } from './contract-act.ts';

/** Accepts the version that was shown, with the name that was typed. */
export function useAcceptContract(projectId: string) {
  return useContractAct(projectId, (body: { version: number; name: string }) =>
    callApi(api.acceptContract, { params: { id: projectId }, body }),
  );
}

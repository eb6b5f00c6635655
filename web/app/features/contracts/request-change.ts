import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../lib/api-client.ts';
import { useContractAct } from './contract-act.ts';

/** Asks for a change to the version that was shown. */
export function useRequestChange(projectId: string) {
  return useContractAct(projectId, (body: { version: number; message: string; key: string }) =>
    callApi(api.requestContractChange, { params: { id: projectId }, body }),
  );
}

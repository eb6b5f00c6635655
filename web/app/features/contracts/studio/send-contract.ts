import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useStudioContractAct } from './studio-contract-act.ts';

/** Sends the draft of this revision, and no other one, as the next version. */
export function useSendContract(projectId: string) {
  return useStudioContractAct(projectId, (revision: number) =>
    callApi(api.sendContract, { params: { id: projectId }, body: { revision } }),
  );
}

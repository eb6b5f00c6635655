import type { AnswerFile, ClientRequest } from '@atelier/domain/requests/schema.ts';
import type { SignDownload } from '../../platform/storage/storage.ts';
import type { WholeRequest } from './requests.service.ts';
import type { RequestFileRow } from './requests.table.ts';

/**
 * A request as one side reads it.
 * @param seesMilestone whether the reader sees a milestone: the client knows nothing of drafts
 */
export function presentRequest(
  { row, answers }: WholeRequest,
  { sign, seesMilestone }: { sign: SignDownload; seesMilestone: (id: string) => boolean },
): ClientRequest {
  const { milestone_id: milestoneId } = row;
  return {
    _id: row.id,
    id: row.id,
    title: row.title,
    instructions: row.instructions,
    due: row.due,
    milestoneId: milestoneId !== null && seesMilestone(milestoneId) ? milestoneId : null,
    status: row.status,
    askedAt: row.asked_at,
    statusAt: row.status_at,
    revision: row.revision,
    answers: answers.map(({ row: answer, files }) => ({
      id: answer.id,
      body: answer.body,
      authorName: answer.author_name,
      createdAt: answer.created_at,
      files: files.map((file) => presentAnswerFile(file, sign)),
      byMailLink: answer.by_mail_link === 1,
      reason: answer.reason,
    })),
  };
}

export function presentAnswerFile(file: RequestFileRow, sign: SignDownload): AnswerFile {
  return { id: file.id, name: file.name, size: file.size, type: file.type, url: sign(file.stored_key) };
}

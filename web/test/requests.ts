import type { AnswerFile, ClientRequest, RequestAnswer } from '@atelier/domain/requests/schema.ts';
import { idOf } from './contracts.ts';

/** An open request for a logo. */
export const openRequest: ClientRequest = {
  _id: idOf(91),
  id: idOf(91),
  title: 'Your logo',
  instructions: 'An SVG if you have one.',
  due: '2026-12-24',
  milestoneId: null,
  status: 'open',
  askedAt: '2026-11-20T10:00:00.000Z',
  statusAt: '2026-11-20T10:00:00.000Z',
  revision: 1,
  answers: [],
};

export const logoFile: AnswerFile = {
  id: idOf(92),
  name: 'logo.pdf',
  size: 2_048,
  type: 'application/pdf',
  url: 'https://files.example/logo.pdf',
};

export const answerOf = (authorName: string, body: string, files: AnswerFile[] = []): RequestAnswer => ({
  id: idOf(93),
  body,
  authorName,
  createdAt: '2026-11-21T10:00:00.000Z',
  files,
  byMailLink: false,
  reason: null,
});

/** It, with a colleague's answer. */
export const answeredRequest: ClientRequest = {
  ...openRequest,
  status: 'answered',
  revision: 2,
  answers: [answerOf('Bea', 'Here it is.', [logoFile])],
};

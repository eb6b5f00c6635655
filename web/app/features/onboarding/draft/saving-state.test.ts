import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { describe, expect, it, test } from 'vitest';
import {
  adopted,
  canSend,
  checked,
  compareWithServer,
  conflictFound,
  edited,
  isUnsent,
  keptMine,
  openedState,
  retryDelay,
  type SavingState,
  saveStatus,
  sendFailed,
  sendStarted,
  sendSucceeded,
} from './saving-state.ts';

const MINE = '0198a1b2-0000-7000-8000-00000000000a';
const OTHER = '0198a1b2-0000-7000-8000-00000000000b';

const project = (change: Partial<Project> = {}): Project => ({
  _id: MINE,
  id: MINE,
  userId: OTHER,
  email: '',
  title: 'Website',
  status: 'draft',
  stage: 'draft',
  step: 2,
  revision: 5,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-02T00:00:00.000Z',
  submittedAt: null,
  data: emptyBrief(),
  final: null,
  estimate: null,
  clientRole: 'contact',
  ...change,
});

const opened = {
  id: MINE,
  revision: 5,
  unsent: false,
  unanswered: [],
  savedAt: '2030-01-02T00:00:00.000Z',
  isChecked: true,
  conflict: undefined,
};
const untouched = openedState({ ...opened, id: undefined, revision: 0, savedAt: undefined });
const resumed = openedState(opened);
const unchecked = { ...untouched, isChecked: false };
const dirty = edited(resumed);
const sending = sendStarted(dirty, 'mark');
const saved = sendSucceeded(sending, {
  id: MINE,
  revision: 6,
  savedAt: '2030-01-03T00:00:00.000Z',
  isWhole: true,
});
const inConflict = conflictFound(sending, { kind: 'changed', theirs: project({ revision: 9 }) });

describe('saveStatus', () => {
  test.each<[string, SavingState, boolean, string]>([
    ['an untouched page', untouched, true, 'untouched'],
    ['a resumed page', resumed, true, 'saved'],
    ['an edited page', dirty, true, 'saving'],
    ['a save under way', sending, true, 'saving'],
    ['a confirmed save', saved, true, 'saved'],
    ['a confirmed save, then offline', saved, false, 'saved'],
    [
      'typed while a save was under way',
      sendSucceeded(edited(sending), { id: MINE, revision: 6, savedAt: 'x', isWhole: true }),
      true,
      'saving',
    ],
    ['an edit while offline', dirty, false, 'kept-offline'],
    ['no answer', sendFailed(sending, 'unreachable'), true, 'kept-unreachable'],
    ['no answer, tried again', sendStarted(sendFailed(sending, 'unreachable'), 'mark'), true, 'saving'],
    ['no answer, and offline', sendFailed(sending, 'unreachable'), false, 'kept-offline'],
    ['an ended session', sendFailed(sending, 'signed-out'), true, 'kept-signed-out'],
    ['a refused answer', sendFailed(sending, 'refused'), true, 'kept-refused'],
    ['a refused answer, changed', edited(sendFailed(sending, 'refused')), true, 'saving'],
    [
      'a save that left an answer out',
      sendSucceeded(sending, { id: MINE, revision: 6, savedAt: 'x', isWhole: false }),
      true,
      'kept-refused',
    ],
    ['a conflict', inConflict, true, 'undecided'],
    ['a conflict, and typed on', edited(inConflict), true, 'undecided'],
    ['opened with unsent answers', openedState({ ...opened, unsent: true }), true, 'saving'],
    ['an unchecked page', unchecked, true, 'unchecked'],
    ['an unchecked page, edited', edited(unchecked), true, 'saving'],
    ['an unchecked page, once the server has replied', checked(unchecked), true, 'untouched'],
  ])('with %s', (_, state, online, status) => {
    expect(saveStatus(state, { step: 2, isOnline: online })).toBe(status);
  });

  test.each<[string, SavingState, boolean, string]>([
    ['an edit where there is no draft', edited(untouched), true, 'kept-here'],
    ['an edit where there may be one', edited(unchecked), true, 'unchecked'],
    ['an edit of a draft', dirty, true, 'saving'],
    ['a first save under way', sendStarted(edited(untouched), 'mark'), true, 'saving'],
    ['a first save that failed', sendFailed(edited(untouched), 'unreachable'), true, 'kept-unreachable'],
    ['an edit while offline', edited(untouched), false, 'kept-offline'],
  ])('at step 1 with %s', (_, state, online, status) => {
    expect(saveStatus(state, { step: 1, isOnline: online })).toBe(status);
  });
});

describe('canSend', () => {
  test.each<[string, SavingState, boolean]>([
    ['nothing changed', resumed, false],
    ['the page was edited', dirty, true],
    ['a save is under way', edited(sending), false],
    ['a save has failed', sendFailed(sending, 'unreachable'), true],
    ['a save was refused', sendFailed(sending, 'refused'), false],
    ['a refused save was edited', edited(sendFailed(sending, 'refused')), true],
    ['everything is saved', saved, false],
    ['the client has to choose', inConflict, false],
    ['this page’s version was chosen', keptMine(inConflict), true],
    ['the newer version was chosen', adopted(inConflict, project({ revision: 9 })), false],
  ])('when %s', (_, state, expected) => {
    expect(canSend(state)).toBe(expected);
  });
});

describe('a save conflict', () => {
  it('keeps this page’s answers over the newer draft, with its revision', () => {
    expect(keptMine(inConflict)).toMatchObject({ id: MINE, revision: 9, conflict: undefined });
    expect(isUnsent(keptMine(inConflict))).toBe(true);
  });

  test.each([
    ['deleted', { kind: 'deleted' as const }],
    ['submitted', { kind: 'submitted' as const, project: project({ status: 'submitted' }) }],
  ])('creates a new draft from this page when the old one was %s', (_, conflict) => {
    expect(keptMine(conflictFound(sending, conflict))).toMatchObject({ id: undefined, revision: 0 });
  });

  it('leaves nothing unsent when the newer draft is adopted', () => {
    const state = adopted(edited(inConflict), project({ revision: 9 }));
    expect(state).toMatchObject({ id: MINE, revision: 9, conflict: undefined });
    expect(isUnsent(state)).toBe(false);
  });
});

describe('the comparison with the server’s draft', () => {
  const newer = project({ revision: 6 });
  const another = project({ id: OTHER, revision: 5 });
  const submitted = project({ status: 'submitted' });
  test.each<[string, SavingState, Project | null, unknown]>([
    ['the same draft', resumed, project(), { kind: 'same' }],
    ['the same draft, edited here', dirty, project(), { kind: 'same' }],
    ['no draft on either side', untouched, null, { kind: 'same' }],
    ['no draft here, an old project there', untouched, submitted, { kind: 'same' }],
    ['a newer draft', resumed, newer, { kind: 'adopt', draft: newer }],
    ['another draft', resumed, another, { kind: 'adopt', draft: another }],
    ['a draft begun elsewhere', untouched, project(), { kind: 'adopt', draft: project() }],
    [
      'a newer draft, edited here',
      dirty,
      newer,
      { kind: 'conflict', conflict: { kind: 'changed', theirs: newer } },
    ],
    [
      'another draft, edited here',
      dirty,
      another,
      { kind: 'conflict', conflict: { kind: 'changed', theirs: another } },
    ],
    [
      'a draft begun elsewhere, edited here',
      edited(untouched),
      project(),
      { kind: 'conflict', conflict: { kind: 'changed', theirs: project() } },
    ],
    ['deleted', resumed, null, { kind: 'conflict', conflict: { kind: 'deleted' } }],
    ['deleted, edited here', dirty, null, { kind: 'conflict', conflict: { kind: 'deleted' } }],
    [
      'deleted, an older project there',
      resumed,
      project({ id: OTHER, status: 'submitted' }),
      { kind: 'conflict', conflict: { kind: 'deleted' } },
    ],
    [
      'submitted',
      resumed,
      submitted,
      { kind: 'conflict', conflict: { kind: 'submitted', project: submitted } },
    ],
    [
      'submitted, edited here',
      dirty,
      submitted,
      { kind: 'conflict', conflict: { kind: 'submitted', project: submitted } },
    ],
    [
      'submitted and archived',
      resumed,
      project({ status: 'archived' }),
      { kind: 'conflict', conflict: { kind: 'submitted', project: project({ status: 'archived' }) } },
    ],
  ])('%s', (_, state, found, expected) => {
    expect(compareWithServer(state, found)).toEqual(expected);
  });
});

test.each([
  [0, 2_000],
  [1, 2_000],
  [2, 5_000],
  [5, 60_000],
  [50, 60_000],
])('the wait after %i failures is %i ms', (failures, wait) => {
  expect(retryDelay(failures)).toBe(wait);
});

describe('saves without a reply', () => {
  it('are remembered until one is answered, up to the last ten', () => {
    expect(sending.unanswered).toEqual(['mark']);
    expect(sendFailed(sending, 'unreachable').unanswered).toEqual(['mark']);
    expect(saved.unanswered).toEqual([]);
    expect(adopted(sending, project()).unanswered).toEqual([]);
    const marks = Array.from({ length: 14 }, (_, index) => `mark ${index % 12}`);
    const many = marks.reduce((state, mark) => sendStarted(state, mark), resumed);
    expect(many.unanswered).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 0, 1].map((index) => `mark ${index}`));
  });
});

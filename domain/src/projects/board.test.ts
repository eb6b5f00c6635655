import { describe, expect, it, test } from 'vitest';
import type { ContractDraft } from '../contracts/schema.ts';
import {
  canMoveMilestone,
  isMoveAnnounced,
  MILESTONE_STATUSES,
  type MilestoneStatus,
} from '../milestones/rules.ts';
import { BOARD_MOVES, type BoardAct, contractMoveRefusal, milestonesToMove } from './board.ts';
import { type MilestoneCounts, PROJECT_STAGES, type ProjectStage, projectStage } from './rules.ts';

const allMoves = PROJECT_STAGES.flatMap((from) => PROJECT_STAGES.map((to) => [from, to] as const));
const acts = allMoves.filter(([from, to]) => typeof BOARD_MOVES[from][to] === 'string');

describe('BOARD_MOVES', () => {
  it('offers the moves that are the studio’s decision, and no others', () => {
    expect(acts).toEqual([
      ['proposal', 'contract'],
      ['reserved', 'work'],
      ['work', 'review'],
      ['review', 'work'],
    ]);
  });

  it('says why for every other move, and nothing for a stage itself', () => {
    for (const [from, to] of allMoves) {
      const move = BOARD_MOVES[from][to];
      if (from === to) expect(move).toBeNull();
      else if (typeof move !== 'string') expect(move?.why).toMatch(/\.$/);
    }
  });
});

interface Planned {
  status: MilestoneStatus;
  published: boolean;
}
const plan = (...statuses: MilestoneStatus[]): Planned[] =>
  statuses.map((status) => ({ status, published: true }));

const TARGETS = {
  start_milestone: 'in_progress',
  send_for_review: 'in_review',
  take_back: 'in_progress',
} as const;

function count(milestones: readonly Planned[]): MilestoneCounts {
  const of = (...statuses: MilestoneStatus[]) =>
    milestones.filter(({ status, published }) => published && statuses.includes(status)).length;
  return {
    total: of(...MILESTONE_STATUSES),
    approved: of('approved'),
    inReview: of('in_review'),
    started: of('in_progress', 'in_review', 'needs_changes', 'approved'),
    settled: of('approved', 'cancelled'),
  };
}
const stageOf = (milestones: readonly Planned[]) =>
  projectStage({ status: 'submitted', contract: 'accepted', milestones: count(milestones), hasCare: false });

describe('milestonesToMove', () => {
  /** Every plan of up to three milestones: whatever it is, an offered move leads where its column says. */
  const singles = MILESTONE_STATUSES.map((status) => [status]);
  const longer = (plans: MilestoneStatus[][]) =>
    plans.flatMap((each) => MILESTONE_STATUSES.map((status) => [...each, status]));
  const plans = [...singles, ...longer(singles), ...longer(longer(singles))].map((each) => plan(...each));

  it.each(acts)('leads from %s to %s with every milestone it offers', (from, to) => {
    const act = BOARD_MOVES[from][to] as BoardAct;
    if (act === 'send_contract') return;
    const here = plans.filter((each) => stageOf(each) === from);
    expect(here.length).toBeGreaterThan(0);
    let offered = 0;
    for (const each of here) {
      const milestones = milestonesToMove(act, each);
      if ('why' in milestones) continue;
      for (const one of milestones) {
        offered += 1;
        expect(canMoveMilestone('studio', one.status, TARGETS[act])).toBe(true);
        const after = each.map((other) =>
          other === one ? { status: TARGETS[act], published: true } : other,
        );
        expect(stageOf(after)).toBe(to satisfies ProjectStage);
      }
    }
    expect(offered).toBeGreaterThan(0);
  });

  it('starts a draft of the plan, which publishes it', () => {
    const draft = { status: 'pending', published: false } as const;
    expect(milestonesToMove('start_milestone', [draft])).toEqual([draft]);
  });

  it('offers each milestone under way for review', () => {
    const each = plan('approved', 'in_progress', 'needs_changes', 'pending');
    expect(milestonesToMove('send_for_review', each)).toEqual([each[1], each[2]]);
  });

  test.each<[Exclude<BoardAct, 'send_contract'>, Planned[], RegExp]>([
    ['start_milestone', [], /no milestone to start/],
    ['start_milestone', plan('blocked', 'cancelled'), /no milestone to start/],
    ['start_milestone', plan('in_progress', 'pending'), /just changed/],
    ['send_for_review', plan('approved', 'pending'), /No milestone is in progress/],
    ['send_for_review', plan('in_review', 'in_progress'), /just changed/],
    ['take_back', plan('in_review', 'in_review'), /2 milestones are in review/],
    ['take_back', plan('approved'), /just changed/],
  ])('refuses to %s of %j', (act, milestones, why) => {
    expect(milestonesToMove(act, milestones)).toMatchObject({ why: expect.stringMatching(why) });
  });
});

describe('contractMoveRefusal', () => {
  const draft: ContractDraft = {
    total: 4_200,
    source: 'made',
    link: '',
    terms: {
      lines: [],
      plan: { kind: 'custom', parts: [] },
      start: null,
      finish: null,
      feedbackRounds: 2,
      clauses: [],
    },
    file: null,
    revision: 1,
    changedAt: null,
  };

  it('has nothing against a draft with a price and a document', () => {
    expect(contractMoveRefusal({ status: 'draft', draft })).toBeUndefined();
    const linked = { ...draft, source: 'link', link: 'https://sign.example/a' } as const;
    expect(contractMoveRefusal({ status: 'draft', draft: linked })).toBeUndefined();
  });

  test.each([
    [{ ...draft, total: null }, /no price yet/],
    [{ ...draft, source: 'upload' } as const, /no PDF yet/],
    [{ ...draft, source: 'link' } as const, /no link yet/],
  ])('leads to the contract while it is incomplete: %#', (incomplete, why) => {
    expect(contractMoveRefusal({ status: 'draft', draft: incomplete })).toMatchObject({
      why: expect.stringMatching(why),
      tab: 'contract',
    });
  });

  it('refuses one that was sent meanwhile', () => {
    expect(contractMoveRefusal({ status: 'sent', draft })?.why).toMatch(/just changed/);
  });
});

it('moves with an email are those whose menu says so', () => {
  expect(isMoveAnnounced(TARGETS.send_for_review)).toBe(true);
  expect(isMoveAnnounced(TARGETS.start_milestone)).toBe(false);
});

import { preselected } from '@atelier/content/offer.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { describe, expect, it, test } from 'vitest';
import { briefMark } from './brief-differences.ts';
import { untouchedBrief } from './local-brief.ts';
import { lateAnswers, type OpeningInput, resolveOpening } from './opening.ts';
import { parseStartParameters } from './start-parameters.ts';

const DRAFT = '0198a1b2-0000-7000-8000-00000000000a';
const OTHER = '0198a1b2-0000-7000-8000-00000000000b';

function projectNamed(company: string, change: Partial<Project> = {}): Project {
  return {
    _id: DRAFT,
    id: DRAFT,
    userId: OTHER,
    email: 'ada@example.com',
    title: 'Website',
    status: 'draft',
    stage: 'draft',
    step: 2,
    revision: 5,
    createdAt: '2030-01-01T00:00:00.000Z',
    updatedAt: '2030-01-02T00:00:00.000Z',
    submittedAt: null,
    data: { ...emptyBrief('UTC'), company, contact: 'Ada', email: 'ada@example.com', features: ['web'] },
    final: null,
    estimate: null,
    clientRole: 'contact',
    ...change,
  };
}

const copyNamed = (company: string, onboardingId: string | undefined = DRAFT) => ({
  data: { ...emptyBrief('UTC'), company, contact: 'Ada', email: 'ada@example.com', features: ['lp'] },
  step: 3,
  onboardingId,
});

function open(change: Partial<OpeningInput>, query = '') {
  return resolveOpening({
    project: null,
    local: undefined,
    sync: undefined,
    userId: 'me',
    timezone: 'Europe/Berlin',
    ...change,
    // As read by a studio that offers the whole catalogue.
    parameters: parseStartParameters(new URLSearchParams(query), () => true),
  });
}

const draft = projectNamed('Server');
const local = copyNamed('Device');
const mine = (revision: number, unsent: boolean, unanswered: string[] = []) => ({
  userId: 'me',
  revision,
  unsent,
  unanswered,
});

describe('resolveOpening prefers the server’s draft, then this device’s copy, then the defaults', () => {
  test.each([
    ['a draft and a copy', { project: draft, local }, '', 'server', 'Server'],
    ['a draft alone', { project: draft }, '', 'server', 'Server'],
    [
      'a draft and a copy that was sent',
      { project: draft, local, sync: mine(5, false) },
      '',
      'server',
      'Server',
    ],
    ['a copy alone', { local }, '', 'device', 'Device'],
    [
      'a copy and an earlier submitted project',
      { project: projectNamed('Old', { id: OTHER, status: 'submitted' }), local },
      '',
      'device',
      'Device',
    ],
    [
      'a copy of the submitted project',
      { project: projectNamed('Done', { status: 'submitted' }), local },
      '',
      'defaults',
      '',
    ],
    [
      'a copy of the archived project',
      { project: projectNamed('Done', { status: 'archived' }), local },
      '',
      'defaults',
      '',
    ],
    ['a copy of another person', { local, sync: { ...mine(0, true), userId: 'you' } }, '', 'defaults', ''],
    ['nothing', {}, '', 'defaults', ''],
    ['fresh and a copy', { local }, 'fresh=1', 'defaults', ''],
    ['fresh and an unsent copy', { local, sync: mine(0, true) }, 'fresh=true', 'defaults', ''],
    ['fresh, a draft and a copy', { project: draft, local }, 'fresh=1', 'server', 'Server'],
    ['fresh=0 and a copy', { local }, 'fresh=0', 'device', 'Device'],
    ['no reply, and a copy', { project: undefined, local }, '', 'device', 'Device'],
    ['no reply and nothing stored', { project: undefined }, '', 'defaults', ''],
  ])('%s', (_, input, query, source, company) => {
    const opening = open(input, query);
    expect(opening.source).toBe(source);
    expect(opening.brief.company).toBe(company);
  });

  it("fills the browser's time zone into an untouched brief", () => {
    expect(open({}).brief).toEqual(untouchedBrief('Europe/Berlin'));
  });

  it('drops options no longer offered from an old record', () => {
    const data = { ...draft.data, features: ['web', 'gone'], crm: 'HubSpot', budgetRange: '1m' };
    const { brief } = open({ project: { ...draft, data } });
    expect(brief).toMatchObject({ features: ['web'], crm: 'HubSpot', budgetRange: '' });
  });
});

describe('answers that a save didn’t carry to the server', () => {
  test.each([
    ['continue their own draft', { project: draft, local, sync: mine(5, true) }, 'Device', true, false],
    ['ask when the draft has moved on', { project: draft, local, sync: mine(4, true) }, 'Device', true, true],
    [
      'ask when a draft was created elsewhere',
      { project: draft, local: copyNamed('Device', undefined), sync: mine(0, true) },
      'Device',
      true,
      true,
    ],
    [
      'ask when the draft is another one',
      { project: draft, local: copyNamed('Device', OTHER), sync: mine(5, true) },
      'Device',
      true,
      true,
    ],
    ['create a draft when there is none', { local, sync: mine(5, true) }, 'Device', true, false],
    [
      'wait when the server doesn’t reply',
      { project: undefined, local, sync: mine(5, true) },
      'Device',
      true,
      false,
    ],
  ])('%s', (_, input, company, unsent, asks) => {
    const opening = open(input);
    expect(opening.brief.company).toBe(company);
    expect(opening.unsent).toBe(unsent);
    expect(opening.newerDraft).toEqual(asks ? draft : undefined);
  });
});

it('resolveOpening resends nothing that arrived, even when its reply was lost', () => {
  const arrived = { ...draft, revision: 6, data: { ...draft.data, company: 'Device', features: ['lp'] } };
  expect(open({ project: arrived, local, sync: mine(5, true) })).toMatchObject({
    source: 'server',
    revision: 6,
    unsent: false,
    newerDraft: undefined,
  });
});

it('resolveOpening continues from a save of its own that arrived after the page was left', () => {
  const underWay = { ...draft.data, company: 'Dev' };
  const sync = mine(5, true, ['another', briefMark(underWay)]);
  const arrived = { ...draft, revision: 6, data: underWay };
  expect(open({ project: arrived, local, sync })).toMatchObject({
    brief: { company: 'Device' },
    id: DRAFT,
    revision: 6,
    unsent: true,
    newerDraft: undefined,
  });
  // Not arrived yet: the opened state still knows about it.
  expect(open({ project: draft, local, sync }).unanswered).toEqual(sync.unanswered);
  expect(open({ project: null, local, sync }).unanswered).toEqual(sync.unanswered);
  // Another person's answers are not taken for it.
  const theirs = { ...arrived, data: { ...underWay, goals: 'Theirs' } };
  expect(open({ project: theirs, local, sync }).newerDraft).toBe(theirs);
});

describe('the draft that the next save updates', () => {
  test.each([
    ['a draft', { project: draft }, DRAFT, 5],
    ['a draft, continued from this device', { project: draft, local, sync: mine(5, true) }, DRAFT, 5],
    ['a deleted draft', { local, sync: mine(5, true) }, undefined, 0],
    ['nothing at all', {}, undefined, 0],
    ['no reply', { project: undefined, local, sync: mine(5, true) }, DRAFT, 5],
    ['no reply, and a copy without a revision', { project: undefined, local }, DRAFT, 0],
  ])('%s', (_, input, id, revision) => {
    expect(open(input)).toMatchObject({ id, revision });
  });
});

describe('the selected features', () => {
  test.each([
    ['no parameter', {}, '', preselected, undefined],
    ['features parameter, nothing stored', {}, 'features=lp', ['lp', 'support'], undefined],
    ['features parameter, a stored copy', { local }, 'features=seo', ['seo', 'support'], undefined],
    ['type parameter, nothing stored', {}, 'type=landing', ['lp', 'support'], undefined],
    ['type parameter, a stored copy', { local }, 'type=ai', ['lp'], undefined],
    ['type parameter, a copy discarded', { local }, 'type=ai&fresh=1', ['ai', 'support'], undefined],
    ['type parameter, a draft', { project: draft }, 'type=landing', ['web'], undefined],
    ["features asked, a draft's own stands", { project: draft }, 'features=lp', ['web'], ['lp', 'support']],
    [
      'features parameter, same as in the draft',
      { project: projectNamed('Same', { data: { ...draft.data, features: ['lp', 'support'] } }) },
      'features=support,lp',
      ['lp', 'support'],
      undefined,
    ],
  ])('%s', (_, input, query, features, offered) => {
    const opening = open(input, query);
    expect(opening.brief.features).toEqual(features);
    expect(opening.offeredFeatures).toEqual(offered);
  });
});

describe('the opened step', () => {
  const complete = projectNamed('Server', {
    step: 5,
    data: { ...draft.data, timelineConfidence: 'firm', contentReadiness: 'ready' },
  });
  test.each([
    ['nothing stored', {}, '', 1],
    ['a draft', { project: draft }, '', 2],
    ['a copy on this device', { local }, '', 3],
    ['a link to a step', { project: complete }, 'step=7', 7],
    ['a link to a step that can’t be opened yet', { project: draft }, 'step=7', 4],
    ['a link to a step that needs an earlier answer', {}, 'step=4', 2],
    ['a link to configure', { project: complete }, 'configure=1', 1],
    ['a link for a quote', { project: complete }, 'intent=quote', 1],
    ['a link with features', { project: complete }, 'features=lp', 1],
    ['a link with a type', { project: complete }, 'type=landing&fresh=1', 5],
    ['a link to configure, with a step', { project: complete }, 'configure=1&step=3', 3],
  ])('%s', (_, input, query, step) => {
    expect(open(input, query).step).toBe(step);
  });
});

describe('resolveOpening for an invited client', () => {
  const prefill = { data: { contact: 'Ada', goals: 'A shop' }, writtenAt: '2030-01-01T00:00:00.000Z' };

  it('begins a new brief with the enquiry, also after an earlier project', () => {
    for (const project of [null, projectNamed('Old', { status: 'submitted' })]) {
      const opening = open({ project, prefill });
      expect(opening).toMatchObject({ source: 'defaults', step: 1, prefilledFrom: prefill.writtenAt });
      expect(opening.brief).toEqual({ ...untouchedBrief('Europe/Berlin'), contact: 'Ada', goals: 'A shop' });
    }
  });

  it('keeps what the client has begun', () => {
    expect(open({ project: draft, prefill })).toMatchObject({ brief: { company: 'Server' } });
    const onDevice = open({ prefill, local: copyNamed('Device', undefined) });
    expect(onDevice.brief).toMatchObject({ company: 'Device', goals: '' });
    expect(onDevice.prefilledFrom).toBeUndefined();
  });
});

describe('lateAnswers', () => {
  const prefill = {
    data: { contact: 'Ada', goals: 'A shop', features: ['ecom' as const] },
    writtenAt: '2030-01-01T00:00:00.000Z',
  };
  const opened = untouchedBrief('Europe/Berlin');
  const add = (now: object, query = '') => {
    const parameters = parseStartParameters(new URLSearchParams(query));
    return lateAnswers(prefill, { opened, now: { ...opened, ...now }, parameters });
  };

  it('adds what the enquiry says to a brief in which nothing was written', () => {
    expect(add({})).toEqual(prefill.data);
  });

  it('leaves what the client has written or chosen meanwhile', () => {
    expect(add({ contact: 'Bea' })).toEqual({ goals: 'A shop', features: ['ecom'] });
    expect(add({ features: ['lp'] })).toEqual({ contact: 'Ada', goals: 'A shop' });
  });

  it.each(['features=lp', 'type=landing'])('leaves the selection of a link with %s', (query) => {
    expect(add({}, query)).toEqual({ contact: 'Ada', goals: 'A shop' });
  });
});

import { api } from '@atelier/domain/api.ts';
import { PREVIEW_FILES_MAX, UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  createMilestoneScene,
  listShown,
  MISSING_ID,
  type MilestoneScene,
  outcome,
} from '../../../test/harness/milestones.ts';
import { makeFile } from '../../../test/samples/files.ts';

const LINK = 'https://staging.example/bakery?page=2#prices';

const shownPreview = async ({ ada, project }: MilestoneScene) =>
  (await listShown(ada, project)).body.items[0]?.preview;

describeAnyEngine((engine) => {
  it('a preview is shown to the client in review and after the answer, and not while work goes on', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    const fileId = await makeFile(test.app.db, test.project.id, 'studio');
    const preview = { link: ` ${LINK} `, fileIds: [fileId, fileId] };
    const sent = await test.move({ status: 'in_review', preview, revision: 1 });
    const stored = { link: LINK, fileIds: [fileId] };
    expect([sent.status, sent.body.milestone.preview]).toEqual([200, stored]);
    expect(await shownPreview(test)).toEqual(stored);
    await test.review({ status: 'needs_changes', reason: 'Larger.' });
    expect(await shownPreview(test)).toEqual(stored);
    const started = await test.move({ status: 'in_progress' });
    expect(started.body.milestone.preview).toEqual(stored);
    expect(await shownPreview(test)).toBeNull();
    // Sent again without one, the milestone shows what it showed last.
    await test.move({ status: 'in_review' });
    expect(await shownPreview(test)).toEqual(stored);
    await test.review({ status: 'approved', reason: 'Lovely.' });
    expect(await shownPreview(test)).toEqual(stored);
  });

  it('a preview is changed in review, and an empty one removes it', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review', preview: { link: LINK } });
    const change = (preview: unknown, revision: number) =>
      test.owner.call(api.updateMilestone, { params: test.params, body: { preview, revision } });
    const other = { link: 'https://staging.example/other', fileIds: [] };
    expect((await change(other, 2)).body.milestone).toMatchObject({ preview: other, revision: 3 });
    expect((await change(other, 3)).body.milestone).toMatchObject({ preview: other, revision: 3 });
    expect(outcome(await change({ link: LINK }, 2))).toEqual([409, 'conflict']);
    expect((await change({ link: '', fileIds: [] }, 3)).body.milestone.preview).toBeNull();
    expect((await change(other, 4)).body.milestone.preview).toEqual(other);
    expect((await change(null, 5)).body.milestone).toMatchObject({ preview: null, title: 'Design' });
    expect(await shownPreview(test)).toBeNull();
  });

  it.each([
    [{ link: 'javascript:alert(1)' }, 'in_review'],
    [{ link: 'ftp://files.example/a' }, 'in_review'],
    [{ link: `https://a.example/${'x'.repeat(2_000)}` }, 'in_review'],
    [{ fileIds: [MISSING_ID] }, 'in_review'],
    [{ fileIds: Array.from({ length: PREVIEW_FILES_MAX + 1 }, () => MISSING_ID) }, 'in_review'],
    [{ link: LINK }, 'blocked'],
  ])('the preview %j with the status %s is refused, and the milestone stays', async (preview, status) => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    const before = await test.stored();
    expect(outcome(await test.move({ status, preview }))).toEqual([400, 'validation_failed']);
    expect(await test.stored()).toEqual(before);
  });

  it('only deliverables of the same project can be shown', async () => {
    const test = await createMilestoneScene(engine);
    const other = await createMilestoneScene(engine);
    await using _ = test.app;
    await using _other = other.app;
    const { db } = test.app;
    const [own, clients] = [
      await makeFile(db, test.project.id, 'studio'),
      await makeFile(db, test.project.id, 'client'),
    ];
    const foreign = await makeFile(other.app.db, other.project.id, 'studio');
    for (const fileIds of [[clients], [foreign], [own, clients]]) {
      const refused = await test.move({ status: 'in_review', preview: { fileIds } });
      expect(outcome(refused)).toEqual([400, 'validation_failed']);
    }
    expect((await test.move({ status: 'in_review', preview: { fileIds: [own] } })).status).toBe(200);
  });

  it('a client sends no preview with the answer', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review', preview: { link: LINK } });
    const reply = await test.review({ status: 'approved', preview: { link: 'https://evil.example' } });
    expect(reply.body.milestone.preview).toEqual({ link: LINK, fileIds: [] });
  });

  it('undoing a move to review brings the earlier preview back', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review', preview: { link: LINK } });
    await test.move({ status: 'in_progress' });
    await test.move({ status: 'in_review', preview: { link: 'https://staging.example/wrong' } });
    expect((await test.undo(4)).body.milestone.preview).toEqual({ link: LINK, fileIds: [] });
  });

  it('another preview with the same status is refused, not dropped', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review', preview: { link: LINK } });
    expect((await test.move({ status: 'in_review', preview: { link: LINK } })).status).toBe(200);
    const refused = await test.move({ status: 'in_review', preview: { link: 'https://other.example' } });
    expect(outcome(refused)).toEqual([409, 'invalid_transition']);
  });

  it('the review mail says what there is to look at, and leads to the milestone', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    const { db } = test.app;
    const fileIds = [
      await makeFile(db, test.project.id, 'studio'),
      await makeFile(db, test.project.id, 'studio'),
    ];
    await test.move({ status: 'in_review', preview: { link: LINK, fileIds } });
    test.app.clock.advance(UNDO_SECONDS + 1);
    const [mail] = await test.mails();
    expect(mail?.text).toContain('There’s a preview: a link and 2 files.');
    expect(mail?.text).toContain(`Preview: ${LINK}`);
    expect(mail?.text).toMatch(
      new RegExp(`Open the preview:\\n\\S+\\?tab=milestones#milestone-${test.params.milestoneId}`),
    );
  });
});

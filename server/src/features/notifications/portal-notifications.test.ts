import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/database.ts';
import { createTown, type Person, type PersonOptions, type Town } from '../../../test/people.ts';
import { makeSubjects } from '../../../test/sample-calls.ts';
import type { Happening } from '../../core/projects/happening.ts';
import { studioMailLook } from '../../mail-look.ts';
import type { Engine } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { muteMail } from './muted-mails.repository.ts';
import { GATHER_SECONDS } from './notification-rules.ts';
import { PortalNotifications } from './portal-notifications.ts';

/** Ada's project, the studio, and the portal's other parts as the test says that they are. */
async function prepare(engine: Engine, options: PersonOptions & { identityAnswers?: boolean } = {}) {
  const town = await createTown({ engine });
  const ada = await town.signIn({ email: 'ada@client.example', username: 'ada', ...options });
  const owner = await town.signInOwner();
  await owner.call(api.getMe);
  const { projectId } = await makeSubjects(town, ada);
  await town.drainOutbox();
  const portal = {
    read: new Set<string>(),
    looking: new Set<string>(),
    identityAnswers: true,
    meanwhile: async () => {},
  };
  const bodies = new Map<string, string>();
  const make = () =>
    new PortalNotifications({
      ...town.app.platform,
      look: studioMailLook('https://studio.example'),
      secret: town.secret,
      findConfirmedEmail: async () => {
        if (!portal.identityAnswers) throw new Error('It does not answer');
        return options.isConfirmed === false ? undefined : ada.email;
      },
      listStudioAddresses: async () => ['owner@studio.example'],
      portal: {
        listMessages: async (_project, ids) => {
          await portal.meanwhile();
          return ids.map((id) => ({ authorName: 'somebody', body: bodies.get(id) ?? '' }));
        },
        isMessageRead: async (_project, side, id) => portal.read.has(`${side} ${id}`),
        isLooking: (viewer) => portal.looking.has(viewer === 'studio' ? 'studio' : viewer.accountId),
        listContractDocuments: async () => [
          { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
        ],
      },
    });
  const notifications = make();
  const first = town.mails.length;
  const happen = async (
    by: Person,
    happening: Omit<Happening, 'projectId' | 'by'>,
    told = notifications,
  ): Promise<void> => {
    const side = by === ada ? 'client' : 'studio';
    await transaction(town.db, (trx) =>
      told.note(trx, {
        projectId,
        by: { accountId: by.id, email: by.email, side, address: '203.0.113.9' },
        ...happening,
      }),
    );
    await told.settled();
  };
  const write = (by: Person, id: string, body: string) => {
    bodies.set(id, body);
    return happen(by, { kind: 'message_sent', subject: { id, title: body } });
  };
  const sent = async () => {
    await notifications.deliverDue();
    await town.drainOutbox();
    return town.mails.slice(first);
  };
  return { town, ada, owner, projectId, portal, make, notifications, happen, write, sent };
}

const wait = (town: Town, seconds: number = GATHER_SECONDS) => town.clock.advance(seconds);
const move = (to: string, reason?: string): Omit<Happening, 'projectId' | 'by'> => ({
  kind: 'milestone_moved',
  subject: { id: 'm1', title: 'Design' },
  detail: { from: 'in_progress', to, ...(reason ? { reason } : {}) },
});

describeEachEngine((engine) => {
  it.each([
    ['milestone_review', 'owner', move('in_review'), '“Design” is ready for your review', 'milestones'],
    ['milestone_approved', 'ada', move('approved'), '“Design” is approved', 'milestones'],
    [
      'milestone_changes',
      'ada',
      move('needs_changes', 'The blue is too blue.'),
      '“Design” needs changes',
      'milestones',
    ],
    [
      'contract_sent',
      'owner',
      { kind: 'contract_sent', detail: { version: 1, total: 4200 } },
      'The contract for Acme',
      'contract',
    ],
    [
      'contract_sent',
      'owner',
      { kind: 'contract_sent', detail: { version: 2, total: null } },
      'The revised contract for Acme',
      'contract',
    ],
    [
      'contract_change',
      'ada',
      { kind: 'contract_change_requested', detail: { reason: 'The blue is too blue.' } },
      'ada asks for a change to the contract',
      'contract',
    ],
  ] as const)('tells of %s at once, who did not do it, with one link to the place', async (...row) => {
    const [kind, by, happening, subject, tab] = row;
    const { town, ada, owner, projectId, happen, sent } = await prepare(engine);
    await using _ = town;
    await happen(by === 'ada' ? ada : owner, happening);
    const mails = await sent();
    expect(mails.map((mail) => [mail.to.address, mail.subject])).toEqual([
      [by === 'ada' ? 'owner@studio.example' : 'ada@client.example', subject],
    ]);
    const place = by === 'ada' ? 'admin/portal' : 'client-portal';
    const link = `${town.app.platform.publicUrl}/${place}/${projectId}?tab=${tab}`;
    const [mail] = mails;
    expect(mail?.text).toContain(link);
    expect(mail?.html.split(`href="${link}"`)).toHaveLength(2);
    expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\?token=/);
    const [note] = await town.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('kind', '=', `portal.${kind}`)
      .execute();
    expect(note).toBeDefined();
    if (happening.detail && 'reason' in happening.detail) expect(mail?.text).toContain('too blue');
    if (kind === 'contract_sent') expect(mail?.text).toMatch(/Total: (\$4,200|TBD)/);
  });

  it('gives both a copy of what was accepted, with the document and the record, whatever is turned off', async () => {
    const { town, ada, happen, sent } = await prepare(engine);
    await using _ = town;
    await muteMail(town.db, 'ada@client.example', 'contract_accepted', '2026-03-02T09:00:00.000Z');
    await happen(ada, {
      kind: 'contract_accepted',
      detail: { version: 2, total: 4200, name: 'Ada Sample', hash: 'a1b2' },
    });
    // Both leave at once: which arrives first says nothing.
    const mails = (await sent()).toSorted((one, other) => one.to.address.localeCompare(other.to.address));
    expect(mails.map((mail) => [mail.to.address, mail.attachments?.[0]?.name])).toEqual([
      ['ada@client.example', 'contract.pdf'],
      ['owner@studio.example', 'contract.pdf'],
    ]);
    for (const said of ['$4,200', 'Version: 2', 'Ada Sample', 'a1b2', '2026-03-02 09:00 UTC']) {
      for (const mail of mails) expect(mail.text).toContain(said);
    }
    expect(mails.map((mail) => mail.unsubscribeUrl !== undefined)).toEqual([false, true]);
  });

  it.each([
    { kind: 'milestone_added', subject: { id: 'm', title: 'x' } },
    move('in_progress'),
    move('blocked'),
    { kind: 'milestones_reordered' },
    { ...move('in_review'), studioOnly: true },
  ] as const)('tells nothing of %j', async (happening) => {
    const { town, owner, happen, sent } = await prepare(engine);
    await using _ = town;
    await happen(owner, happening);
    wait(town, 3_600);
    expect(await sent()).toEqual([]);
  });

  it('gathers what is written within a few minutes in one mail', async () => {
    const { town, ada, owner, write, sent } = await prepare(engine);
    await using _ = town;
    await write(owner, '1', 'First line\nsecond <b>line</b>');
    wait(town, 60);
    await write(owner, '2', 'And another thing');
    await write(ada, '3', 'From the client');
    expect(await sent()).toEqual([]);
    wait(town, GATHER_SECONDS - 60);
    const [toAda, ...others] = await sent();
    expect(others).toEqual([]);
    expect([toAda?.to.address, toAda?.subject]).toEqual(['ada@client.example', '2 new messages about Acme']);
    expect(toAda?.text).toContain('First line\nsecond <b>line</b>\n\nAnd another thing');
    expect(toAda?.html).toContain('second &lt;b&gt;line&lt;/b&gt;');
    wait(town, 60);
    expect((await sent()).map((mail) => [mail.to.address, mail.subject])).toEqual([
      ['ada@client.example', '2 new messages about Acme'],
      ['owner@studio.example', 'ada wrote about Acme'],
    ]);
    wait(town, 3_600);
    expect(await sent()).toHaveLength(2);
  });

  it('tells nothing of what was read meanwhile, and only of the rest', async () => {
    const { town, owner, portal, write, sent } = await prepare(engine);
    await using _ = town;
    await write(owner, '1', 'Read');
    await write(owner, '2', 'Not read');
    portal.read.add('client 1');
    wait(town);
    const [mail] = await sent();
    expect([mail?.subject, mail?.text.includes('Not read')]).toEqual([
      `${studio.name} wrote about Acme`,
      true,
    ]);
    await write(owner, '3', 'Read too');
    portal.read.add('client 3');
    wait(town);
    expect(await sent()).toHaveLength(1);
    expect(await town.db.selectFrom('pending_notifications').selectAll().execute()).toEqual([]);
  });

  it('gives who has the portal open time to read there, and tells them when they did not', async () => {
    const { town, ada, owner, portal, write, sent } = await prepare(engine);
    await using _ = town;
    portal.looking.add(ada.id);
    await write(owner, '1', 'Hello');
    wait(town);
    expect(await sent()).toEqual([]);
    wait(town);
    expect(await sent()).toEqual([]);
    wait(town, 900);
    expect(await sent()).toHaveLength(1);
    await write(owner, '2', 'Are you there?');
    wait(town);
    expect(await sent()).toHaveLength(1);
    portal.looking.clear();
    wait(town);
    expect(await sent()).toHaveLength(2);
  });

  it('gathers files, and lists them with their sizes', async () => {
    const { town, owner, happen, sent } = await prepare(engine);
    await using _ = town;
    for (const title of ['logo.svg', 'a "b".pdf']) {
      await happen(owner, { kind: 'file_added', subject: { id: title, title }, detail: { size: 2048 } });
    }
    expect(await sent()).toEqual([]);
    wait(town);
    const [mail, ...others] = await sent();
    expect([mail?.subject, others.length]).toEqual(['2 new files for Acme', 0]);
    expect(mail?.text).toContain('logo.svg: 2 KB\na "b".pdf: 2 KB');
  });

  it('writes to nobody whose address is not confirmed', async () => {
    const { town, owner, happen, sent } = await prepare(engine, { isConfirmed: false });
    await using _ = town;
    await happen(owner, move('in_review'));
    expect(await sent()).toEqual([]);
  });

  it('writes no mail of a kind that was turned off, and others all the same', async () => {
    const { town, ada, owner, happen, write, sent } = await prepare(engine);
    await using _ = town;
    await ada.call(api.setMyNotification, { body: { kind: 'message', isOn: false } });
    await write(owner, '1', 'Hello');
    await happen(owner, move('in_review'));
    wait(town);
    expect((await sent()).map((mail) => mail.subject)).toEqual(['“Design” is ready for your review']);
    await ada.call(api.setMyNotification, { body: { kind: 'message', isOn: true } });
    await write(owner, '2', 'Hello again');
    wait(town);
    expect(await sent()).toHaveLength(2);
  });

  it('tells the owner nothing of what they did in a project of their own', async () => {
    const { town, owner, make, sent } = await prepare(engine);
    await using _ = town;
    const { projectId } = await makeSubjects(town, owner);
    const before = (await sent()).length;
    const own = make();
    for (const side of ['client', 'studio'] as const) {
      await transaction(town.db, (trx) =>
        own.note(trx, {
          projectId,
          by: { accountId: owner.id, email: owner.email, side, address: '' },
          kind: 'message_sent',
          subject: { id: side, title: 'To myself' },
        }),
      );
    }
    wait(town);
    expect(await sent()).toHaveLength(before);
  });

  it('goes with its project, and leaves others’ alone', async () => {
    const { town, ada, owner, projectId, write, sent } = await prepare(engine);
    await using _ = town;
    await write(owner, '1', 'Hello');
    await ada.call(api.deleteOwnProject, { params: { id: projectId } });
    wait(town);
    // Nothing of what was in it: only that it is gone.
    expect((await sent()).map((mail) => mail.subject)).toEqual(['A client has deleted their project: Acme']);
  });

  it('writes one mail when many processes deliver at once', async () => {
    const { town, owner, make, write, happen, sent } = await prepare(engine);
    await using _ = town;
    await write(owner, '1', 'Hello');
    wait(town);
    await Promise.all(Array.from({ length: 6 }, () => make().deliverDue()));
    await Promise.all([happen(owner, move('in_review')), make().deliverDue(), make().deliverDue()]);
    expect(await sent()).toHaveLength(2);
  });

  it('tells the rest anew when a part of it was told by another process meanwhile', async () => {
    const { town, owner, portal, write, sent } = await prepare(engine);
    await using _ = town;
    await write(owner, '1', 'Told by another');
    await write(owner, '2', 'The rest');
    wait(town);
    portal.meanwhile = async () => {
      await town.db.deleteFrom('pending_notifications').where('subject_id', '=', '1').execute();
    };
    expect(await sent()).toEqual([]);
    portal.meanwhile = async () => {};
    wait(town);
    const [mail, ...others] = await sent();
    expect([mail?.subject, others.length]).toEqual([`${studio.name} wrote about Acme`, 0]);
    expect([mail?.text.includes('The rest'), mail?.text.includes('Told by another')]).toEqual([true, false]);
  });

  it('tells later what could not be told at once, and the rest meanwhile', async () => {
    const { town, ada, owner, portal, happen, sent } = await prepare(engine);
    await using _ = town;
    portal.identityAnswers = false;
    await happen(owner, move('in_review'));
    await happen(ada, move('approved'));
    expect((await sent()).map((mail) => mail.to.address)).toEqual(['owner@studio.example']);
    portal.identityAnswers = true;
    expect(await sent()).toHaveLength(1);
    wait(town, 120);
    expect(await sent()).toHaveLength(2);
  });

  it('tells nothing of what was rolled back', async () => {
    const { town, owner, projectId, notifications, sent } = await prepare(engine);
    await using _ = town;
    const failing = transaction(town.db, async (trx) => {
      await notifications.note(trx, {
        projectId,
        by: { accountId: owner.id, email: owner.email, side: 'studio', address: '' },
        ...move('in_review'),
      });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await sent()).toEqual([]);
  });

  it('is told of by the portal’s own calls, in time and by the job', async () => {
    await using town = await createTown({ engine });
    const [ada, owner] = [await town.signIn({ email: 'ada@client.example' }), await town.signInOwner()];
    const { projectId: id } = await makeSubjects(town, ada);
    const { milestone } = (
      await owner.call(api.createMilestone, { params: { id }, body: { title: 'Design', published: true } })
    ).body;
    await town.drainOutbox();
    const before = town.mails.length;
    const subjects = async () => {
      await town.drainOutbox();
      return town.mails.slice(before).map((mail) => [mail.to.address, mail.subject]);
    };
    const params = { id, milestoneId: milestone.id };
    await owner.call(api.setMilestoneStatus, { params, body: { status: 'in_review' } });
    await ada.call(api.reviewMilestone, { params, body: { status: 'needs_changes', reason: 'Too blue.' } });
    const expected = [
      ['ada@client.example', '“Design” is ready for your review'],
      ['owner@studio.example', '“Design” needs changes'],
    ];
    expect(await subjects()).toEqual(expected);
    await ada.call(api.sendMessage, { params: { id }, body: { body: 'And one more thing' } });
    const { items } = (await owner.call(api.listMessagesAsStudio, { params: { id } })).body;
    await owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Sure' } });
    await owner.call(api.markMessagesReadAsStudio, { params: { id }, body: { upTo: items.at(-1)?.id } });
    town.clock.advance(GATHER_SECONDS + 30);
    await town.app.jobs.runDue();
    // The reason is in the thread too, and was told already.
    expect(await subjects()).toEqual([
      ...expected,
      ['ada@client.example', `${studio.name} wrote about Acme`],
    ]);
    expect(town.mails.at(-1)?.text).toContain('Sure');
  });
});

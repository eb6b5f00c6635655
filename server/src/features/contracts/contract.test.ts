import { api } from '@atelier/domain/api.ts';
import { CONTRACT_STATUSES } from '@atelier/domain/contracts/rules.ts';
import { expect, it } from 'vitest';
import { reachContract, setUpContract } from '../../../test/harness/contract.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { samplePdf } from '../../../test/samples/contracts.ts';
import { newId } from '../../platform/ids.ts';

/** Each step from each state: where it leads, or the error that refuses it. */
const STEPS = {
  //               draft                sent                change_requested    accepted
  send: ['sent', 'sent', 'sent', 'contract_accepted'],
  accept: ['contract_not_sent', 'accepted', 'accepted', 'contract_accepted'],
  request_change: ['contract_not_sent', 'change_requested', 'change_requested', 'contract_accepted'],
} as const;

describeAnyEngine((engine) => {
  it.each(CONTRACT_STATUSES.map((status, index) => [status, index] as const))(
    'a contract that is %s takes the steps of the table and no other',
    async (status, index) => {
      for (const step of ['send', 'accept', 'request_change'] as const) {
        const setting = await setUpContract(engine);
        await using _ = setting.app;
        await reachContract[status](setting);
        expect((await setting.actions.draft()).status).toBe(status);
        const expected = STEPS[step][index] as string;
        const reply = await setting.actions[step]();
        const isRefused = expected.startsWith('contract_');
        expect([step, reply.status, reply.body.code]).toEqual(
          isRefused ? [step, 409, expected] : [step, 200, undefined],
        );
        expect((await setting.actions.draft()).status).toBe(isRefused ? status : expected);
      }
    },
  );

  it('requests for a contract change are listed in order, on both sides', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions } = setting;
    await reachContract.sent(setting);
    for (const message of ['First.', 'Second.']) {
      expect((await actions.request_change({ message, version: 1 })).status).toBe(200);
    }
    await actions.send();
    await actions.request_change({ message: 'Third.', version: 2 });
    const expected = [
      { version: 1, message: 'First.' },
      { version: 1, message: 'Second.' },
      { version: 2, message: 'Third.' },
    ];
    expect((await actions.read()).body.contract?.changeRequests).toMatchObject(expected);
    expect((await actions.draft()).changeRequests).toMatchObject(expected);
    expect((await actions.request_change({ message: ' \u0000 ' })).status).toBe(400);
  });

  it('contract: a change request repeated with the same key is kept once', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions, owner, params } = setting;
    await reachContract.sent(setting);
    const request = { message: 'Two rounds.', version: 1, key: newId() };
    const replies = await Promise.all([1, 2, 3].map(() => actions.request_change(request)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const other = await actions.request_change({ ...request, message: 'Three rounds.' });
    expect([other.status, other.body.code]).toEqual([409, 'other_key']);
    // A late repeat: there is a newer version, and the project is archived.
    await actions.send();
    await owner.call(api.archiveProject, { params });
    expect((await actions.request_change(request)).status).toBe(200);
    const { changeRequests } = (await actions.read()).body.contract ?? {};
    expect(changeRequests).toMatchObject([{ message: 'Two rounds.', key: request.key }]);
    expect((await actions.draft()).status).toBe('sent');
  });

  it('a contract draft is saved only over the revision its author read', async () => {
    const { app, actions, owner, params } = await setUpContract(engine);
    await using _ = app;
    const replies = await Promise.all(
      [1, 2].map((total) => actions.save({ total, source: 'made', revision: 1 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('conflict');
    const { revision } = (await actions.draft()).draft;
    const send = () => owner.call(api.sendContract, { params, body: { revision } });
    const sent = await Promise.all([send(), send()]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await actions.read()).body.contract?.version).toBe(1);
  });

  it('a project whose contract nobody accepted is deleted like any other', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    await setting.actions.upload(samplePdf, 'one.pdf');
    await setting.actions.send();
    const { params, client, app } = setting;
    expect((await client.call(api.deleteOwnProject, { params })).body).toEqual({ deleted: true });
    const files = await app.db.selectFrom('stored_files').select('drop_at').execute();
    expect(files.every(({ drop_at }) => drop_at !== null)).toBe(true);
  });

  it('a contract is readable but unchangeable while the project is archived', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    await reachContract.sent(setting);
    const { actions, owner, params } = setting;
    await owner.call(api.archiveProject, { params });
    expect((await actions.read()).body.contract).toMatchObject({ status: 'sent' });
    const replies = [
      await actions.accept(),
      await actions.request_change(),
      await actions.save({ total: 2, source: 'made' }),
      await actions.upload(samplePdf, 'a.pdf'),
      await actions.send(),
    ];
    for (const { status, body } of replies) expect([status, body.code]).toEqual([409, 'project_closed']);
  });
});

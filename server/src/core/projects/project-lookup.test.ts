import type { ClientRole, ColleagueRole } from '@atelier/domain/people/rules.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import { makeMember } from '../../../test/samples/people.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { lockOpenProject, type ProjectWriter } from './project-lookup.ts';

describeEachEngine((engine) => {
  it('a locked project is refused to those whose part in it has become less since their call was let in', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea] = [await app.signIn(), await app.signIn()];
    const { projectId } = await makeSubjects(app, ada);
    const outcomeFor = (by: ProjectWriter) =>
      transaction(app.db, (trx) => lockOpenProject(trx, projectId, by)).then(
        () => 'open',
        ({ code }: { code: string }) => code,
      );
    const outcomes = async (now: ColleagueRole | undefined, ...then: ClientRole[]) => {
      await app.db.deleteFrom('project_members').where('account_id', '=', bea.id).execute();
      if (now) await makeMember(app.db, { projectId, accountId: bea.id, role: now });
      const roles = then.map((clientRole) => outcomeFor({ side: 'client', accountId: bea.id, clientRole }));
      return Promise.all(roles);
    };
    expect(await outcomes(undefined, 'follows', 'decides', 'contact')).toEqual(Array(3).fill('not_found'));
    expect(await outcomes('follows', 'follows', 'decides', 'contact')).toEqual([
      'open',
      'forbidden',
      'forbidden',
    ]);
    expect(await outcomes('decides', 'follows', 'decides', 'contact')).toEqual(['open', 'open', 'forbidden']);
    expect(await outcomeFor({ side: 'client', accountId: ada.id, clientRole: 'contact' })).toBe('open');
    expect(await outcomeFor({ side: 'studio' })).toBe('open');
  });
});

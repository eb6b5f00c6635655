import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { makeMember } from '../../../test/samples/people.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

async function rightsMails(app: TestApp, kind: 'people.rights' | 'account.rights') {
  const rows = await app.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'subject'])
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
}

describeAnyEngine((engine) => {
  it('whoever gains or loses a right in a project is mailed, by their own act too', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    await bea.call(api.getMe);
    const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
    await makeMember(app.db, { projectId: id, accountId: bea.id, role: 'follows' });
    const params = { id, personId: bea.id };
    await ada.call(api.changeColleague, { params, body: { role: 'decides' } });
    await ada.call(api.changeColleague, { params, body: { role: 'decides' } });
    await ada.call(api.changeColleague, { params, body: { role: 'follows' } });
    await ada.call(api.makeContact, { params });
    await owner.call(api.removeColleague, { params: { id, personId: ada.id } });
    expect((await rightsMails(app, 'people.rights')).sort()).toEqual(
      [
        `${bea.email}: You can decide in Acme · Care now`,
        `${bea.email}: You follow Acme · Care now`,
        `${ada.email}: You’re no longer the main contact of Acme · Care`,
        `${bea.email}: You’re the main contact of Acme · Care`,
        `${ada.email}: You’re no longer in Acme · Care`,
      ].sort(),
    );
  });

  it('an account whose role is changed, or that is disabled or enabled, is mailed once for each', async () => {
    await using app = await createTestApp({ engine });
    const [owner, ada] = [await app.signInOwner(), await app.signIn()];
    await owner.call(api.getMe);
    await ada.call(api.getMe);
    const params = { id: ada.id };
    for (const role of ['admin', 'admin', 'client'] as const) {
      await owner.call(api.changeUser, { params, body: { role } });
    }
    await owner.call(api.changeUser, { params, body: { subscriptionStatus: 'active' } });
    for (const each of [api.disableUser, api.disableUser, api.enableUser, api.enableUser]) {
      await owner.call(each, { params });
    }
    expect((await rightsMails(app, 'account.rights')).sort()).toEqual(
      [
        `${ada.email}: Your account is an admin now`,
        `${ada.email}: Your account is no longer an admin`,
        `${ada.email}: Your account is disabled`,
        `${ada.email}: Your account is enabled again`,
      ].sort(),
    );
  });
});

import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTown, type Person, type Town } from '../../../test/harness/test-users.ts';

const roleOf = async (person: Person) => (await person.call(api.getMe)).body.role;

const setRole = (town: Town, person: Person, role: 'client' | 'admin') =>
  town.db.updateTable('accounts').set({ role }).where('id', '=', person.id).execute();

describeEachEngine((engine) => {
  it('makes the owner admin at first sight of the confirmed address', async () => {
    await using town = await createTown({ engine });
    const [client, owner] = [await town.signIn(), await town.signIn({ email: 'Owner@Studio.example' })];
    expect(await roleOf(owner)).toBe('admin');
    expect((await owner.call(api.getMe)).body.roles).toEqual(['admin']);
    expect(await roleOf(client)).toBe('client');
    expect((await client.call(api.pingAdmin)).status).toBe(403);
    expect((await owner.call(api.pingAdmin)).body).toEqual({ ok: true });
  });

  it('makes nobody admin whose address is not confirmed, or not the owner’s', async () => {
    await using town = await createTown({ engine });
    const hopeful = await town.signIn({ email: 'owner@studio.example', isConfirmed: false });
    expect(await roleOf(hopeful)).toBe('client');
    const changed = await town.signIn({ email: 'owner@studio.example' });
    town.changeProviderEmail(changed, 'somebody@else.example');
    expect(await roleOf(changed)).toBe('client');
  });

  it('makes the owner admin later too, while there is no admin', async () => {
    await using town = await createTown({ engine });
    const owner = await town.signIn({ email: 'before@studio.example' });
    expect(await roleOf(owner)).toBe('client');
    town.changeProviderEmail(owner, 'owner@studio.example');
    await owner.call(api.syncEmail);
    expect(await roleOf(owner)).toBe('admin');
  });

  it('leaves a demotion as it is, and lets it count on the next call', async () => {
    await using town = await createTown({ engine });
    const [owner, other] = [await town.signInOwner(), await town.signIn()];
    expect(await roleOf(owner)).toBe('admin');
    expect(await roleOf(other)).toBe('client');
    await setRole(town, other, 'admin');
    await setRole(town, owner, 'client');
    expect((await owner.call(api.pingAdmin)).status).toBe(403);
    expect(await roleOf(owner)).toBe('client');
    expect((await other.call(api.pingAdmin)).status).toBe(200);
  });

  it('makes nobody admin where no owner is named', async () => {
    await using town = await createTown({ engine, env: { OWNER_EMAIL: '' } });
    expect(await roleOf(await town.signInOwner())).toBe('client');
  });

  it('counts the roles of a token, of whatever case', async () => {
    await using town = await createTown({ engine });
    const [editor, admin] = [
      await town.signIn({ roles: ['editor'] }),
      await town.signIn({ roles: ['Admin'] }),
    ];
    expect((await editor.call(api.pingAdmin)).status).toBe(403);
    expect((await admin.call(api.pingAdmin)).status).toBe(200);
    expect(await roleOf(admin)).toBe('admin');
  });
});

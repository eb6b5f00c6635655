import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';

const roleOf = async (user: TestUser) => (await user.call(api.getMe)).body.role;

const setRole = (app: TestApp, user: TestUser, role: 'client' | 'admin') =>
  app.db.updateTable('accounts').set({ role }).where('id', '=', user.id).execute();

describeEachEngine((engine) => {
  it('the owner becomes admin when the confirmed address is first seen', async () => {
    await using app = await createTestApp({ engine });
    const [client, owner] = [await app.signIn(), await app.signIn({ email: 'Owner@Studio.example' })];
    expect(await roleOf(owner)).toBe('admin');
    expect((await owner.call(api.getMe)).body.roles).toEqual(['admin']);
    expect(await roleOf(client)).toBe('client');
    expect((await client.call(api.pingAdmin)).status).toBe(403);
    expect((await owner.call(api.pingAdmin)).body).toEqual({ ok: true });
  });

  it('an account is not promoted when its address is unconfirmed or not the owner’s', async () => {
    await using app = await createTestApp({ engine });
    const hopeful = await app.signIn({ email: 'owner@studio.example', isConfirmed: false });
    expect(await roleOf(hopeful)).toBe('client');
    const changed = await app.signIn({ email: 'owner@studio.example' });
    app.changeProviderEmail(changed, 'somebody@else.example');
    expect(await roleOf(changed)).toBe('client');
  });

  it('the owner becomes admin when the address is confirmed later and there is no admin', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signIn({ email: 'before@studio.example' });
    expect(await roleOf(owner)).toBe('client');
    app.changeProviderEmail(owner, 'owner@studio.example');
    await owner.call(api.syncEmail);
    expect(await roleOf(owner)).toBe('admin');
  });

  it('a demotion applies from the next call and is not undone', async () => {
    await using app = await createTestApp({ engine });
    const [owner, other] = [await app.signInOwner(), await app.signIn()];
    expect(await roleOf(owner)).toBe('admin');
    expect(await roleOf(other)).toBe('client');
    await setRole(app, other, 'admin');
    await setRole(app, owner, 'client');
    expect((await owner.call(api.pingAdmin)).status).toBe(403);
    expect(await roleOf(owner)).toBe('client');
    expect((await other.call(api.pingAdmin)).status).toBe(200);
  });

  it('no account is promoted when no owner is configured', async () => {
    await using app = await createTestApp({ engine, env: { OWNER_EMAIL: '' } });
    expect(await roleOf(await app.signInOwner())).toBe('client');
  });

  it('a token’s roles are read in any letter case', async () => {
    await using app = await createTestApp({ engine });
    const [editor, admin] = [await app.signIn({ roles: ['editor'] }), await app.signIn({ roles: ['Admin'] })];
    expect((await editor.call(api.pingAdmin)).status).toBe(403);
    expect((await admin.call(api.pingAdmin)).status).toBe(200);
    expect(await roleOf(admin)).toBe('admin');
  });
});

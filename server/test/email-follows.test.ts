import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { CONTRACT_LINK } from './harness/contract.ts';
import { describeAnyEngine } from './harness/database.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import {
  callAuth,
  followLink,
  makeServiceToken,
  newestMail,
  signUpByCall,
  tokenIn,
  updateUser,
} from './harness/sign-in.ts';
import { callWith } from './harness/test-app.ts';
import { sampleBrief } from './samples/projects.ts';

const [ADA, NEW] = ['ada@client.example', 'new@client.example'];

/** Uses both links of an email change by calls; the product isn't asked to sync. */
async function changeByLinks(server: TestServer, token: string) {
  await updateUser(server, token, { email: NEW });
  const links = [tokenIn(await newestMail(server, ADA)), tokenIn(await newestMail(server, NEW))];
  for (const link of links) expect((await followLink(server, 'email_change', link)).status).toBe(200);
}

async function changeByAdmin(server: TestServer, userId: string) {
  const token = await makeServiceToken(server);
  const path = `/admin/users/${userId}`;
  expect((await callAuth(server, path, { method: 'PUT', token, body: { email: NEW } })).status).toBe(200);
}

describe('contract mails', () => {
  describeAnyEngine((engine) => {
    it.each(['links', 'an admin'])('go to the address that %s changed to, without a sync', async (by) => {
      await using server = await createTestServer({ engine });
      const owner = callWith(server, (await signUpByCall(server, 'owner@studio.example')).access_token);
      const session = await signUpByCall(server, ADA);
      const client = callWith(server, session.access_token);
      const submitted = await client(api.submitOnboarding, { body: { final: sampleBrief } });
      const params = { id: submitted.body.id };
      const { revision } = (await owner(api.getContractAsStudio, { params })).body.contract.draft;
      const draft = { revision, total: 9_400, source: 'link', link: CONTRACT_LINK };
      const saved = await owner(api.saveContract, { params, body: draft });
      await server.drainOutbox();

      if (by === 'links') await changeByLinks(server, session.access_token);
      else await changeByAdmin(server, session.user.id);
      await server.drainOutbox();
      const before = server.mails.length;
      const body = { revision: saved.body.contract.draft.revision };
      expect((await owner(api.sendContract, { params, body })).status).toBe(200);
      await server.instance.jobs.runDue();
      await server.drainOutbox();
      expect(server.mails.slice(before).map(({ to }) => to.address)).toEqual([NEW]);
      // The project has the new address too.
      const { email } = (await owner(api.getPortalProject, { params })).body.project;
      expect(email).toBe(NEW);
    });
  });
});

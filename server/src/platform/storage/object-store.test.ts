import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestBucket, type TestBucket } from '../../../test/harness/stores.ts';
import { writeSynced } from '../durable-file.ts';
import { newId } from '../ids.ts';
import { type ObjectStore, openStore, parseBucketUrl } from './object-store.ts';

/** A store in front of `bucket` that refuses newer checksums, as Backblaze B2 does, and compares the old one. */
async function refuseNewChecksums(bucket: TestBucket) {
  const location = parseBucketUrl(bucket.env.STORAGE_URL ?? '');
  const behind = new URL(location?.endpoint ?? '');
  const refused: string[] = [];
  const refusalOf = (call: IncomingMessage, body: Buffer) => {
    const unknown = Object.keys(call.headers).find((name) => name.startsWith('x-amz-checksum-'));
    if (unknown) return { status: 400, code: 'InvalidArgument', why: `Unsupported header '${unknown}'` };
    const md5 = createHash('md5').update(body).digest('base64');
    if (call.method !== 'PUT' || call.headers['content-md5'] === md5) return undefined;
    return { status: 400, code: 'BadDigest', why: 'The Content-MD5 you specified is not that of the body' };
  };
  const server = createServer(async (call, reply) => {
    const body = await buffer(call);
    const refusal = refusalOf(call, body);
    if (refusal) {
      refused.push(refusal.why);
      reply.writeHead(refusal.status, { 'content-type': 'application/xml' });
      reply.end(`<Error><Code>${refusal.code}</Code><Message>${refusal.why}</Message></Error>`);
      return;
    }
    const { hostname, port } = behind;
    const options = { hostname, port, method: call.method, path: call.url, headers: call.headers };
    const forwarded = request(options, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    forwarded.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (!location) throw new Error('The test bucket has no address');
  const store: ObjectStore = openStore({
    kind: 's3',
    ...location,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', sessionToken: undefined },
  });
  return {
    store,
    refused,
    async [Symbol.asyncDispose]() {
      await store.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a bucket whose store refuses newer checksums', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-object-store-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  const writeFile = async (content: string) => {
    const path = join(folder, newId());
    return { path, ...(await writeSynced(path, [Buffer.from(content)])) };
  };

  it('keeps files with the classic one, and asks for the newer only once', async () => {
    await using bucket = await createTestBucket();
    await using refusing = await refuseNewChecksums(bucket);
    const [first, second] = [newId(), newId()];
    await refusing.store.put(first, await writeFile('a proof'));
    await refusing.store.put(second, await writeFile('a contract'));
    expect(await text(await refusing.store.read(first))).toBe('a proof');
    expect(await text(await refusing.store.read(second))).toBe('a contract');
    expect(refusing.refused).toEqual(["Unsupported header 'x-amz-checksum-sha256'"]);
  });

  it('refuses a file whose bytes changed after they were noted, as with the newer one', async () => {
    await using bucket = await createTestBucket();
    const file = await writeFile('a proof');
    const wrong = { ...file, sha256: createHash('sha256').update('another').digest('hex') };
    await using refusing = await refuseNewChecksums(bucket);
    await expect(refusing.store.put(newId(), wrong)).rejects.toThrow('The file changed before it was stored');
  });
});

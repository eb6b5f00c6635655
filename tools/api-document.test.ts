import { api } from '@atelier/domain/api.ts';
import { describeApi } from '@atelier/domain/api-document/api-document.ts';
import { describe, expect, it } from 'vitest';
import { lintApiDocument } from './api-document.ts';

describe('lintApiDocument', () => {
  it('accepts the document of the product', async () => {
    expect(await lintApiDocument(describeApi(api))).toEqual([]);
  });

  it('rejects an operation without replies, and a parameter that its path does not have', async () => {
    const { getMe } = api;
    const document = describeApi({ getMe });
    const operation = document.paths['/me']?.get;
    if (!operation) throw new Error('The call is not in the document');
    operation.responses = {};
    operation.parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const rules = (await lintApiDocument(document)).map((problem) => problem.split(':')[0]);
    expect(rules).toEqual(expect.arrayContaining(['operation-2xx-response', 'path-parameters-defined']));
  });
});

import { api, type EndpointName } from '@atelier/domain/api.ts';
import { describeApi } from '@atelier/domain/api-document/api-document.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const document = describeApi(api);

// A format that the document begins to use throws until it is listed: no text passes unchecked.
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  formats: {
    date: /^\d{4}-\d{2}-\d{2}$/,
    uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  },
});
// References lead to the document's components, which each schema carries.
ajv.addVocabulary(['components']);

/**
 * The document lets later versions reply with more members. What this version replies is checked without that
 * liberty: an object with named members has no others.
 */
const components = closeObjects(document.components);
const validators = new Map<string, ValidateFunction>();

function closeObjects<T>(shape: T): T {
  return JSON.parse(JSON.stringify(shape), (_key, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  );
}

/**
 * What a real reply has that the OpenAPI document doesn't say of its call and status, and lacks of what it says;
 * nothing when the document is right. The server shapes its replies with Zod's schemas; this reads what was made of
 * them for everyone else.
 */
export function findUndocumented(
  name: EndpointName,
  { status, body }: { status: number; body: unknown },
): string[] {
  const key = `${name} ${status}`;
  const validate = validators.get(key) ?? ajv.compile({ ...schemaOf(name, status), components });
  validators.set(key, validate);
  validate(body);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the reply'} ${message}: ${JSON.stringify(params)}`,
  );
}

function schemaOf(name: EndpointName, status: number): object {
  const operation = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find(({ operationId }) => operationId === name);
  const documented = operation?.responses[status] ?? operation?.responses.default;
  const reply =
    documented && '$ref' in documented
      ? document.components.responses[documented.$ref.split('/').at(-1) ?? '']
      : documented;
  const [media] = Object.values(reply && 'content' in reply ? (reply.content ?? {}) : {});
  if (!media) throw new Error(`The document says nothing of ${name} with ${status}`);
  return closeObjects(media.schema);
}

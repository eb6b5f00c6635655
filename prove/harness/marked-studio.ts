import { api, type EndpointName } from '@atelier/domain/api.ts';
import { describeApi } from '@atelier/domain/api-document/api-document.ts';
import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { PASSWORD } from '../../server/test/harness/sign-in.ts';
import { sampleChange } from '../../server/test/samples/change-orders.ts';
import { sampleTerms } from '../../server/test/samples/contracts.ts';
import { sampleInvoice } from '../../server/test/samples/invoices.ts';
import { targetOf } from '../../server/test/samples/noun-samples.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { HOSTILE_FILES, HOSTILE_PDF, MARKED_ADDRESS, MARKED_LINK, markedText, payload } from './payloads.ts';

const document = describeApi(api);
const DRAWN_BY_HAND: ReadonlySet<string> = new Set(['date', 'uuid', 'date-time']);

/** What no person fills in: an enquiry with it is dropped. */
const HONEYPOT = 'createEnquiry botfield';

/** A text within a body: where it is, and how long it may be. */
interface TextField {
  path: readonly (string | number)[];
  max: number;
}

interface Shape {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  format?: string;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

function textFieldsOf(schema: JsonSchema, path: TextField['path'] = []): TextField[] {
  const shape = schema as Shape;
  if (shape.$ref)
    return textFieldsOf(document.components.schemas[shape.$ref.split('/').at(-1) ?? ''] ?? {}, path);
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return either.flatMap((each) => textFieldsOf(each, path));
  if (shape.enum || shape.const !== undefined) return [];
  const types = [shape.type ?? []].flat();
  if (types.includes('string')) {
    return DRAWN_BY_HAND.has(shape.format ?? '') ? [] : [{ path, max: shape.maxLength ?? 1_000 }];
  }
  if (types.includes('array')) return textFieldsOf(shape.items ?? {}, [...path, 0]);
  return Object.entries(shape.properties ?? {}).flatMap(([name, each]) =>
    textFieldsOf(each, [...path, name]),
  );
}

/** The text fields of each call's body, by the OpenAPI document; what another program signs, no person fills in. */
export const TEXT_FIELDS: ReadonlyMap<EndpointName, readonly TextField[]> = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }): [EndpointName, TextField[]][] => {
      const schema = requestBody?.content['application/json']?.schema;
      const { isSigned }: Endpoint = api[operationId as EndpointName];
      const fields = schema && !isSigned ? textFieldsOf(schema) : [];
      return fields.length > 0 ? [[operationId as EndpointName, fields]] : [];
    }),
  ),
);

function withValue(body: unknown, [key, ...rest]: readonly (string | number)[], value: string): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(body) ? [...body] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const record = (body ?? {}) as Record<string, unknown>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}

interface Session {
  access_token: string;
  user: { id: string };
}

interface Call {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A field that stays as it is. */
  plain?: string;
}

/** A studio in which everything that can be written has markup in it. */
export class MarkedStudio {
  readonly origin: string;
  readonly #round: number;
  /** The fields that took a payload, as `call field`, and those that take none. */
  readonly marked = new Set<string>();
  readonly refused = new Set<string>();
  /** Files that weren't taken. */
  readonly refusedFiles = new Set<string>();
  owner!: Session;
  client!: Session;
  enquiryId = '';
  /** A project with a contract by a link, and one with a contract that is a PDF. */
  projectIds: string[] = [];

  private constructor(origin: string, round: number) {
    this.origin = origin;
    this.#round = round;
  }

  /** @param round chooses which field has which payload; owner an owner's session of a round before */
  static async write(origin: string, round: number, owner?: Session): Promise<MarkedStudio> {
    const studio = new MarkedStudio(origin, round);
    studio.owner = owner ?? (await studio.#signUp('owner@studio.example'));
    studio.client = await studio.#signUp(`client${round}@client.example`);
    await studio.#writeAll();
    return studio;
  }

  async #signUp(email: string): Promise<Session> {
    const data = { username: payload(this.#round), full_name: payload(this.#round + 1) };
    const session = (await this.#send('POST', '/auth/v1/signup', '', {
      email,
      password: PASSWORD,
      data,
    })) as Session;
    await this.#send('GET', '/api/me', session.access_token);
    const factor = { factor_type: 'totp', friendly_name: payload(this.#round) };
    await this.#send('POST', '/auth/v1/factors', session.access_token, factor);
    return session;
  }

  async #send(method: string, target: string, token: string, body?: unknown): Promise<unknown> {
    const isForm = body instanceof FormData;
    const isBytes = body instanceof Uint8Array;
    const type = isForm ? undefined : isBytes ? 'application/pdf' : 'application/json';
    const reply = await fetch(`${this.origin}${target}`, {
      method,
      headers: {
        ...(type && body !== undefined && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        'user-agent': payload(this.#round + 2).replace(/[^ -~]/g, ''),
        referer: `https://papers.example/${payload(this.#round + 1).replace(/[^!-~]/g, '')}`,
      },
      ...(body !== undefined && { body: isForm ? body : isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${target}: ${reply.status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  async #call(
    name: EndpointName,
    token: string,
    { params = {}, query = {}, body, plain }: Call = {},
  ): Promise<never> {
    const endpoint: Endpoint = api[name];
    const marked =
      body && !(body instanceof FormData || body instanceof Uint8Array)
        ? this.#mark(name, body, plain)
        : body;
    return (await this.#send(endpoint.method, targetOf(endpoint, { params, query }), token, marked)) as never;
  }

  /** The body with a payload in each field that takes one. */
  #mark(name: EndpointName, body: unknown, plain: string | undefined): unknown {
    let marked = body;
    for (const [index, { path, max }] of (TEXT_FIELDS.get(name) ?? []).entries()) {
      const field = `${name} ${path.join('.')}`;
      if (field === HONEYPOT || field === plain) continue;
      const values = [markedText(this.#round + index, max), MARKED_LINK, MARKED_ADDRESS];
      const fitting = values
        .map((value) => withValue(marked, path, value))
        .find((trial) => (api[name] as Endpoint).body?.safeParse(trial).success);
      if (fitting === undefined) this.refused.add(field);
      else {
        this.marked.add(field);
        marked = fitting;
      }
    }
    return marked;
  }

  async #writeAll(): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const enquiry = { name: 'A', email: 'a@visitor.example', message: 'A message.', botfield: '' };
    await this.#call('createEnquiry', '', { body: enquiry });
    // An invitation needs an address that mail can reach.
    await this.#call('createEnquiry', '', { body: enquiry, plain: 'createEnquiry email' });
    const { items } = (await this.#call('listEnquiries', owner)) as { items: { id: string }[] };
    this.enquiryId = items[0]?.id ?? '';
    await this.#call('inviteEnquirer', owner, { params: { id: this.enquiryId }, body: { note: '' } });
    for (const source of ['link', 'upload'] as const) {
      // The same brief sent twice is one project.
      const contentReadiness = source === 'link' ? 'ready' : 'partial';
      const { id } = (await this.#call('submitOnboarding', client, {
        body: { final: { ...BRIEF, contentReadiness } },
      })) as {
        id: string;
      };
      this.projectIds.push(id);
      await this.#writeProject({ id });
      await this.#writeContract({ id }, source);
    }
    await this.#call('saveOnboarding', client, {
      body: { step: 3, data: BRIEF },
      plain: 'saveOnboarding data.email',
    });
    const [id = ''] = this.projectIds;
    await this.#writeReview(id);
    for (const { name, content } of HOSTILE_FILES) await this.#upload('sendFile', client, id, name, content);
    await this.#upload(
      'sendFileAsStudio',
      owner,
      id,
      "'><svg onload=__ran(76)>.svg",
      HOSTILE_FILES[8]?.content,
    );
  }

  async #writeProject(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    await this.#call('renameProject', client, { params, body: { title: 'A' }, plain: 'renameProject seen' });
    for (const final of ['needs_changes', 'approved'] as const) {
      const made = await this.#call('createMilestone', owner, {
        params,
        body: { title: 'A', description: '', published: true },
      });
      const milestone = { ...params, milestoneId: (made as { milestone: { id: string } }).milestone.id };
      await this.#call('updateMilestone', owner, {
        params: milestone,
        body: { title: 'A', description: '' },
      });
      const stopped = { status: 'blocked', reason: '' };
      await this.#call('setMilestoneStatus', owner, { params: milestone, body: stopped });
      await this.#call('setMilestoneStatus', owner, { params: milestone, body: { status: 'in_review' } });
      const body = final === 'approved' ? { status: final } : { status: final, reason: '' };
      await this.#call('reviewMilestone', client, { params: milestone, body });
    }
    const { message } = (await this.#call('sendMessage', client, { params, body: { body: 'A' } })) as {
      message: { id: string };
    };
    await this.#call('editMessage', client, {
      params: { ...params, messageId: message.id },
      body: { body: 'A' },
    });
    await this.#call('sendMessageAsStudio', owner, { params, body: { body: 'A' } });
    const { note } = (await this.#call('addNote', owner, { params, body: { body: 'A' } })) as {
      note: { id: string };
    };
    await this.#call('editNote', owner, { params: { id: note.id }, body: { body: 'A' } });
    const { todo } = (await this.#call('addTodo', owner, { body: { text: 'A', about: params.id } })) as {
      todo: { id: string };
    };
    await this.#call('changeTodo', owner, { params: { id: todo.id }, body: { text: 'A' } });
  }

  async #writeContract(params: { id: string }, source: 'link' | 'upload'): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const read = async () =>
      (
        (await this.#call('getContractAsStudio', owner, { params })) as {
          contract: { draft: { revision: number } };
        }
      ).contract.draft.revision;
    if (source === 'upload') {
      const query = { name: payload(this.#round + 2).replaceAll('/', ''), revision: await read() };
      await this.#call('uploadContractDocument', owner, { params, query, body: HOSTILE_PDF });
    }
    const body = { total: 4_800, source, link: '', terms: sampleTerms };
    await this.#call('previewContract', owner, { params, body: { total: 4_800, terms: sampleTerms } });
    await this.#call('saveContract', owner, { params, body: { ...body, revision: await read() } });
    await this.#call('sendContract', owner, { params, body: { revision: await read() } });
    await this.#call('requestContractChange', client, { params, body: { message: 'A' } });
    if (source !== 'link') return;
    await this.#call('acceptContract', client, {
      params,
      body: { version: 1, name: 'A', billing: sampleInvoice.billing },
    });
    await this.#writeChangeOrders(params);
    await this.#writeInvoices(params);
  }

  /** One that is declined, and one that is accepted: its payments and milestones join the others. */
  async #writeChangeOrders(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    for (const answer of ['decline', 'accept'] as const) {
      const { items } = (await this.#call('createChangeOrder', owner, {
        params,
        body: { title: 'A', reason: '' },
      })) as { items: { id: string; revision: number }[] };
      const at = { params: { ...params, changeOrderId: items[0]?.id ?? '' } };
      const revision = items[0]?.revision ?? 0;
      await this.#call('saveChangeOrder', owner, { ...at, body: { ...sampleChange, revision } });
      await this.#call('sendChangeOrder', owner, { ...at, body: { revision: revision + 1 } });
      if (answer === 'decline')
        await this.#call('declineChangeOrder', client, { ...at, body: { reason: '' } });
      // A hash is compared with the document's, and kept nowhere.
      const plain = 'acceptChangeOrder hash';
      if (answer === 'accept')
        await this.#call('acceptChangeOrder', client, { ...at, body: { name: 'A' }, plain });
    }
  }

  /** One that is voided, and one that is credited, paid, paid back and paid by mistake; reminders of it are paused. */
  async #writeInvoices(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    await this.#call('saveBilling', client, { params, body: sampleInvoice.billing });
    for (const end of ['void', 'pay'] as const) {
      const { items } = (await this.#call('createInvoice', owner, { params, body: sampleInvoice })) as {
        items: { id: string; revision: number }[];
      };
      const invoiceId = items[0]?.id ?? '';
      const at = { params: { ...params, invoiceId } };
      const revision = items[0]?.revision ?? 0;
      await this.#call('changeInvoice', owner, { ...at, body: { ...sampleInvoice, revision } });
      await this.#call('sendInvoice', owner, { ...at, body: { revision: revision + 1 } });
      if (end === 'void') await this.#call('voidInvoice', owner, { ...at, body: { reason: '' } });
      else {
        await this.#call('creditInvoice', owner, { ...at, body: { amount: 100, reason: '' } });
        await this.#writePayments(params, invoiceId);
      }
    }
    const paused = { params: { id: this.client.user.id }, body: { paused: true } };
    await this.#call('pauseReminders', owner, paused);
  }

  async #writePayments(params: { id: string }, invoiceId: string): Promise<void> {
    const owner = this.owner.access_token;
    const record = async () => {
      const body = { amount: 1_000, on: '2026-03-02', reference: '', note: '' };
      const { items } = (await this.#call('recordPayment', owner, {
        params: { ...params, invoiceId },
        body,
      })) as { items: { id: string }[] };
      return { params: { ...params, paymentId: items[0]?.id ?? '' } };
    };
    const paidBack = { amount: 100, on: '2026-03-03', note: '' };
    await this.#call('refundPayment', owner, { ...(await record()), body: paidBack });
    await this.#call('removePayment', owner, { ...(await record()), body: { note: '' } });
  }

  /** A deliverable that opens in the viewer, with a comment of the client and the studio's reply. */
  async #writeReview(id: string): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const form = new FormData();
    form.set('file', new Blob([HOSTILE_PDF]), REVIEWED_FILE);
    const sent = (await this.#call('sendFileAsStudio', owner, { params: { id }, body: form })) as {
      file: { id: string };
    };
    const params = { id, fileId: sent.file.id };
    const versioned = { ...params, version: '1' };
    const point = { page: 1, x: 5_000, y: 5_000 };
    const { comment } = (await this.#call('addFileComment', client, {
      params: versioned,
      body: { body: 'A', point },
    })) as { comment: { id: string } };
    await this.#call('editFileComment', client, {
      params: { ...params, commentId: comment.id },
      body: { body: 'A' },
    });
    await this.#call('addFileComment', owner, {
      params: versioned,
      body: { body: 'A', replyTo: comment.id },
    });
  }

  async #upload(
    name: 'sendFile' | 'sendFileAsStudio',
    token: string,
    id: string,
    file: string,
    content = HOSTILE_PDF,
  ): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([content]), file);
    try {
      await this.#call(name, token, { params: { id }, body: form });
    } catch (error) {
      // A name that isn't the content's, say: refused with a reason, which is as good.
      if (!/: 4\d\d .*"file_\w+"/.test(String(error))) throw error;
      this.refusedFiles.add(file);
    }
  }

  /** The files of the first project, with their addresses on this server. */
  async listFiles(): Promise<{ name: string; url: string }[]> {
    const params = { id: this.projectIds[0] ?? '' };
    const { items } = (await this.#call('listFiles', this.client.access_token, { params })) as {
      items: { name: string; url: string }[];
    };
    return items.map(({ name, url }) => ({
      name,
      url: `${this.origin}${new URL(url).pathname}${new URL(url).search}`,
    }));
  }
}

/** A name without markup, by which a screen opens it. */
export const REVIEWED_FILE = 'review.pdf';

const BRIEF = {
  ...sampleBrief,
  decisionMakers: [{ name: 'A', role: 'B' }],
  inspirationUrls: [{ url: '', note: '' }],
  mustHaves: ['A'],
  niceToHaves: ['A'],
};

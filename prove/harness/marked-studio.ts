import { sampleHours } from '../../server/test/samples/bookings.ts';
import { sampleChange } from '../../server/test/samples/change-orders.ts';
import { sampleTerms } from '../../server/test/samples/contracts.ts';
import { sampleInvoice } from '../../server/test/samples/invoices.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { MarkedCalls, type Session } from './marked-calls.ts';
import { HOSTILE_FILES, HOSTILE_PDF, payload } from './payloads.ts';

/** A studio in which everything that can be written has markup in it. */
export class MarkedStudio {
  readonly calls: MarkedCalls;
  readonly #round: number;
  owner!: Session;
  client!: Session;
  enquiryId = '';
  /** A project with a contract by a link, and one with a contract that is a PDF. */
  projectIds: string[] = [];

  private constructor(origin: string, round: number) {
    this.calls = new MarkedCalls(origin, round);
    this.#round = round;
  }

  /** @param round chooses which field has which payload; owner an owner's session of a round before */
  static async write(origin: string, round: number, owner?: Session): Promise<MarkedStudio> {
    const studio = new MarkedStudio(origin, round);
    studio.owner = owner ?? (await studio.calls.signUp('owner@studio.example'));
    studio.client = await studio.calls.signUp(`client${round}@client.example`);
    await studio.#writeAll();
    return studio;
  }

  async #writeAll(): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const enquiry = { name: 'A', email: 'a@visitor.example', message: 'A message.', botfield: '' };
    await this.calls.call('createEnquiry', '', { body: enquiry });
    // An invitation needs an address that mail can reach.
    await this.calls.call('createEnquiry', '', { body: enquiry, plain: 'createEnquiry email' });
    const { items } = (await this.calls.call('listEnquiries', owner)) as { items: { id: string }[] };
    this.enquiryId = items[0]?.id ?? '';
    await this.calls.call('inviteEnquirer', owner, { params: { id: this.enquiryId }, body: { note: '' } });
    const [file] = HOSTILE_FILES;
    await this.calls.upload('uploadReplyFile', owner, this.enquiryId, file?.name ?? '', file?.content);
    const key = crypto.randomUUID();
    const { unsent } = (await this.calls.call('getEnquiryThread', owner, {
      params: { id: this.enquiryId },
    })) as {
      unsent: { id: string }[];
    };
    await this.calls.call('replyToEnquiry', owner, {
      params: { id: this.enquiryId },
      body: { body: 'A', key, files: unsent.map(({ id }) => id) },
    });
    await this.#writeCalls();
    for (const source of ['link', 'upload'] as const) {
      // The same brief sent twice is one project.
      const contentReadiness = source === 'link' ? 'ready' : 'partial';
      const { id } = (await this.calls.call('submitOnboarding', client, {
        body: { final: { ...BRIEF, contentReadiness } },
      })) as {
        id: string;
      };
      this.projectIds.push(id);
      await this.#writeProject({ id });
      await this.#writeContract({ id }, source);
    }
    await this.calls.call('saveOnboarding', client, {
      body: { step: 3, data: BRIEF },
      plain: 'saveOnboarding data.email',
    });
    const [id = ''] = this.projectIds;
    await this.#writeReview(id);
    for (const { name, content } of HOSTILE_FILES)
      await this.calls.upload('sendFile', client, id, name, content);
    await this.calls.upload(
      'sendFileAsStudio',
      owner,
      id,
      "'><svg onload=__ran(76)>.svg",
      HOSTILE_FILES[8]?.content,
    );
  }

  /** Calls that visitors have booked, confirmed by the studio: one ahead, one that it cancels, and one that it cancels with others. */
  async #writeCalls(): Promise<void> {
    const owner = this.owner.access_token;
    const exceptions = [{ on: '2099-12-24', ranges: [{ from: '09:00', until: '10:00' }] }];
    await this.calls.call('setCallSettings', owner, { body: { ...sampleHours, exceptions } });
    for (const end of ['cancelled', 'together', 'ahead'] as const) {
      const { times } = (await this.calls.call('listOfferedTimes', '')) as { times: string[] };
      const booking = {
        name: 'A',
        email: `call${this.#round}-${end}@visitor.example`,
        words: '',
        startsAt: times[0],
        zone: 'UTC',
        botfield: '',
      };
      // A call needs an address that mail can reach.
      await this.calls.call('createBooking', '', { body: booking, plain: 'createBooking email' });
      const { items } = (await this.calls.call('listBookings', owner, {
        query: { show: 'unconfirmed' },
      })) as {
        items: { id: string; email: string }[];
      };
      const id = items.find(({ email }) => email === booking.email)?.id ?? '';
      await this.calls.call('confirmBooking', owner, { params: { id } });
      if (end === 'cancelled')
        await this.calls.call('cancelBooking', owner, { params: { id }, body: { note: '' } });
      if (end === 'together')
        await this.calls.call('cancelBookings', owner, {
          body: { ids: [id], note: '' },
          plain: 'cancelBookings ids.0',
        });
    }
  }

  async #writeProject(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    await this.calls.call('renameProject', client, {
      params,
      body: { title: 'A' },
      plain: 'renameProject seen',
    });
    for (const final of ['needs_changes', 'approved'] as const) {
      const made = await this.calls.call('createMilestone', owner, {
        params,
        body: { title: 'A', description: '', published: true },
      });
      const milestone = { ...params, milestoneId: (made as { milestone: { id: string } }).milestone.id };
      await this.calls.call('updateMilestone', owner, {
        params: milestone,
        body: { title: 'A', description: '' },
      });
      const stopped = { status: 'blocked', reason: '' };
      await this.calls.call('setMilestoneStatus', owner, { params: milestone, body: stopped });
      await this.calls.call('setMilestoneStatus', owner, {
        params: milestone,
        body: { status: 'in_review' },
      });
      const body = final === 'approved' ? { status: final } : { status: final, reason: '' };
      await this.calls.call('reviewMilestone', client, { params: milestone, body });
    }
    const { message } = (await this.calls.call('sendMessage', client, { params, body: { body: 'A' } })) as {
      message: { id: string };
    };
    await this.calls.call('editMessage', client, {
      params: { ...params, messageId: message.id },
      body: { body: 'A' },
    });
    await this.calls.call('sendMessageAsStudio', owner, { params, body: { body: 'A' } });
    await this.calls.call('inviteColleague', client, {
      params,
      body: { email: 'a@client.example', role: 'follows' },
      // A mail has to reach it.
      plain: 'inviteColleague email',
    });
    await this.#writeRequests(params);
    const { note } = (await this.calls.call('addNote', owner, { params, body: { body: 'A' } })) as {
      note: { id: string };
    };
    await this.calls.call('editNote', owner, { params: { id: note.id }, body: { body: 'A' } });
    const { todo } = (await this.calls.call('addTodo', owner, { body: { text: 'A', about: params.id } })) as {
      todo: { id: string };
    };
    await this.calls.call('changeTodo', owner, { params: { id: todo.id }, body: { text: 'A' } });
  }

  /** One that is answered and asked for again. */
  async #writeRequests(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const key = crypto.randomUUID();
    const { items } = (await this.calls.call('sendRequests', owner, {
      params,
      body: { items: [{ key, title: 'A', instructions: '' }] },
      // The name of a template takes nothing but letters.
      plain: 'sendRequests items.0.template',
    })) as { items: { id: string }[] };
    const at = { params: { ...params, requestId: items[0]?.id ?? '' } };
    const change = { title: 'A', instructions: '', due: null, milestoneId: null, revision: 1 };
    await this.calls.call('changeRequest', owner, { ...at, body: change });
    await this.calls.call('answerRequest', client, { ...at, body: { body: 'A', key, revision: 2 } });
    await this.calls.call('askAgain', owner, { ...at, body: { reason: 'A', revision: 3 } });
  }

  async #writeContract(params: { id: string }, source: 'link' | 'upload'): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const read = async () =>
      (
        (await this.calls.call('getContractAsStudio', owner, { params })) as {
          contract: { draft: { revision: number } };
        }
      ).contract.draft.revision;
    if (source === 'upload') {
      const query = { name: payload(this.#round + 2).replaceAll('/', ''), revision: await read() };
      await this.calls.call('uploadContractDocument', owner, { params, query, body: HOSTILE_PDF });
    }
    const body = { total: 4_800, source, link: '', terms: sampleTerms };
    await this.calls.call('previewContract', owner, { params, body: { total: 4_800, terms: sampleTerms } });
    await this.calls.call('saveContract', owner, { params, body: { ...body, revision: await read() } });
    await this.calls.call('sendContract', owner, { params, body: { revision: await read() } });
    await this.calls.call('requestContractChange', client, { params, body: { message: 'A' } });
    if (source !== 'link') return;
    await this.calls.call('acceptContract', client, {
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
      const { items } = (await this.calls.call('createChangeOrder', owner, {
        params,
        body: { title: 'A', reason: '' },
      })) as { items: { id: string; revision: number }[] };
      const at = { params: { ...params, changeOrderId: items[0]?.id ?? '' } };
      const revision = items[0]?.revision ?? 0;
      await this.calls.call('saveChangeOrder', owner, { ...at, body: { ...sampleChange, revision } });
      await this.calls.call('sendChangeOrder', owner, { ...at, body: { revision: revision + 1 } });
      if (answer === 'decline')
        await this.calls.call('declineChangeOrder', client, { ...at, body: { reason: '' } });
      // A hash is compared with the document's, and kept nowhere.
      const plain = 'acceptChangeOrder hash';
      if (answer === 'accept')
        await this.calls.call('acceptChangeOrder', client, { ...at, body: { name: 'A' }, plain });
    }
  }

  /** One that is voided, and one that is credited, paid, paid back and paid by mistake; reminders of it are paused. */
  async #writeInvoices(params: { id: string }): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    await this.calls.call('saveBilling', client, { params, body: sampleInvoice.billing });
    for (const end of ['void', 'pay'] as const) {
      const { items } = (await this.calls.call('createInvoice', owner, { params, body: sampleInvoice })) as {
        items: { id: string; revision: number }[];
      };
      const invoiceId = items[0]?.id ?? '';
      const at = { params: { ...params, invoiceId } };
      const revision = items[0]?.revision ?? 0;
      await this.calls.call('changeInvoice', owner, { ...at, body: { ...sampleInvoice, revision } });
      await this.calls.call('sendInvoice', owner, { ...at, body: { revision: revision + 1 } });
      if (end === 'void') await this.calls.call('voidInvoice', owner, { ...at, body: { reason: '' } });
      else {
        await this.calls.call('creditInvoice', owner, { ...at, body: { amount: 100, reason: '' } });
        await this.#writePayments(params, invoiceId);
      }
    }
    const paused = { params: { id: this.client.user.id }, body: { paused: true } };
    await this.calls.call('pauseReminders', owner, paused);
    await this.calls.call('pauseProjectReminders', owner, { params, body: { paused: true } });
  }

  async #writePayments(params: { id: string }, invoiceId: string): Promise<void> {
    const owner = this.owner.access_token;
    const record = async () => {
      const body = { amount: 1_000, on: '2026-03-02', reference: '', note: '' };
      const { items } = (await this.calls.call('recordPayment', owner, {
        params: { ...params, invoiceId },
        body,
      })) as { items: { id: string }[] };
      return { params: { ...params, paymentId: items[0]?.id ?? '' } };
    };
    const paidBack = { amount: 100, on: '2026-03-03', note: '' };
    await this.calls.call('refundPayment', owner, { ...(await record()), body: paidBack });
    await this.calls.call('removePayment', owner, { ...(await record()), body: { note: '' } });
  }

  /** A deliverable that opens in the viewer, with a comment of the client and the studio's reply. */
  async #writeReview(id: string): Promise<void> {
    const [client, owner] = [this.client.access_token, this.owner.access_token];
    const form = new FormData();
    form.set('file', new Blob([HOSTILE_PDF]), REVIEWED_FILE);
    const sent = (await this.calls.call('sendFileAsStudio', owner, { params: { id }, body: form })) as {
      file: { id: string };
    };
    const params = { id, fileId: sent.file.id };
    const versioned = { ...params, version: '1' };
    const point = { page: 1, x: 5_000, y: 5_000 };
    const { comment } = (await this.calls.call('addFileComment', client, {
      params: versioned,
      body: { body: 'A', point },
    })) as { comment: { id: string } };
    await this.calls.call('editFileComment', client, {
      params: { ...params, commentId: comment.id },
      body: { body: 'A' },
    });
    await this.calls.call('addFileComment', owner, {
      params: versioned,
      body: { body: 'A', replyTo: comment.id },
    });
  }

  /** The files of the first project, with their addresses on this server. */
  async listFiles(): Promise<{ name: string; url: string }[]> {
    const params = { id: this.projectIds[0] ?? '' };
    const { items } = (await this.calls.call('listFiles', this.client.access_token, { params })) as {
      items: { name: string; url: string }[];
    };
    return items.map(({ name, url }) => ({
      name,
      url: `${this.calls.origin}${new URL(url).pathname}${new URL(url).search}`,
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

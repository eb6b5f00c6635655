import { beforeEach, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestOutbox, MAIL, type TestOutbox } from '../../../test/harness/outbox.ts';
import { MAIL_KINDS } from '../../mails.ts';
import { transaction } from '../db/transaction.ts';
import { deleteSentBefore } from './outbox.repository.ts';

describe('the outbox', () => {
  describeEachEngine((engine) => {
    let outbox: TestOutbox;
    beforeEach(async () => {
      outbox = await createTestOutbox(engine);
      return outbox.remove;
    });

    it('holds back mails beyond the cap of their kind for a recipient, and no others', async () => {
      const { max, seconds } = MAIL_KINDS['contact.reply'];
      for (let at = 0; at < 2 * max + 1; at += 1)
        await outbox.enqueue({ kind: 'contact.reply', subject: `${at}` });
      await outbox.enqueue({ to: 'other@example.com' });
      await outbox.enqueue({ kind: 'project.brief' });
      const drain = async () => {
        while ((await outbox.worker().sendDue()) > 0);
        return outbox.sent.splice(0).length;
      };
      expect(await drain()).toBe(max + 2);
      outbox.clock.advance(seconds - 1);
      expect(await drain()).toBe(0);
      outbox.clock.advance(1);
      expect(await drain()).toBe(max);
      await outbox.enqueue({ kind: 'contact.reply' });
      expect(await drain()).toBe(1);
      outbox.clock.advance(seconds);
      expect(await drain()).toBe(1);
    });

    it('holds back a flood of more than a day', async () => {
      const { max, seconds } = MAIL_KINDS['project.confirmation'];
      for (let at = 0; at < 26 * max; at += 1) await outbox.enqueue({ kind: 'project.confirmation' });
      for (const _ of [1, 2, 3]) {
        await outbox.worker().sendDue();
        expect(outbox.sent.splice(0)).toHaveLength(max);
        outbox.clock.advance(seconds);
      }
    });

    it('sends a committed mail with all its fields', async () => {
      await outbox.enqueue();
      expect(await outbox.worker().sendDue()).toBe(1);
      expect(outbox.sent).toEqual([
        {
          messageId: expect.stringMatching(/^<[0-9a-f-]{36}@studio\.example>$/),
          date: outbox.clock.now(),
          from: { name: 'Studio', address: 'studio@example.com' },
          to: { address: 'client@example.com' },
          replyTo: { address: 'studio@example.com' },
          isNotice: false,
          ownId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          subject: 'Hello Bcc: other@example.com',
          text: MAIL.text,
          html: MAIL.html,
        },
      ]);
      expect(await outbox.worker().sendDue()).toBe(0);
    });

    it("sends nothing of a rolled-back transaction and isn't woken", async () => {
      let woken = 0;
      const failing = transaction(outbox.database.db, async (trx) => {
        await outbox.mailer(() => woken++).enqueue(trx, MAIL);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect([await outbox.worker().sendDue(), woken]).toEqual([0, 0]);
      await transaction(outbox.database.db, (trx) => outbox.mailer(() => woken++).enqueue(trx, MAIL));
      expect(woken).toBe(1);
    });

    it('writes one mail for each onceKey, ever', async () => {
      await Promise.all(Array.from({ length: 5 }, () => outbox.enqueue({ onceKey: 'message 1 to ada' })));
      await outbox.enqueue({ onceKey: 'message 2 to ada' });
      await outbox.enqueue();
      await outbox.enqueue();
      while ((await outbox.worker().sendDue()) > 0);
      await outbox.enqueue({ onceKey: 'message 1 to ada' });
      await outbox.worker().sendDue();
      expect(outbox.sent).toHaveLength(4);
    });

    it('carries attachments until it is sent, and an unsubscribe address', async () => {
      const attachments = [
        { name: 'b.pdf', type: 'application/pdf', content: Buffer.from([1, 0, 255]) },
        { name: 'a.txt', type: 'text/plain', content: Buffer.from('') },
      ];
      const unsubscribeUrl = 'https://studio.example/unsubscribe?token=t';
      await outbox.enqueue({ attachments, unsubscribeUrl });
      await outbox
        .worker(async () => {
          throw new Error('not now');
        })
        .sendDue();
      outbox.clock.advance(60);
      await outbox.worker().sendDue();
      expect(outbox.sent).toMatchObject([{ attachments, unsubscribeUrl }]);
      expect(await outbox.database.db.selectFrom('mail_attachments').selectAll().execute()).toEqual([]);
      expect((await outbox.rows())[0]?.unsubscribe_url).toBeNull();
    });

    it('refuses attachments larger than mail servers accept', async () => {
      const content = Buffer.alloc(9 * 1024 * 1024);
      await expect(
        outbox.enqueue({ attachments: [{ name: 'film', type: 'video/mp4', content }] }),
      ).rejects.toThrow('8 MiB');
      expect(await outbox.rows()).toEqual([]);
    });

    it('erases the content of a sent mail', async () => {
      await outbox.enqueue();
      await outbox.worker().sendDue();
      expect(await outbox.rows()).toMatchObject([
        {
          status: 'sent',
          text_body: '',
          html_body: '',
          attempts: 1,
          finished_at: outbox.clock.now().toISOString(),
        },
      ]);
    });

    it('deletes mails that were sent long ago', async () => {
      await outbox.enqueue();
      await outbox.worker().sendDue();
      await outbox.enqueue();
      expect(await deleteSentBefore(outbox.database.db, outbox.clock.now().toISOString())).toBe(0);
      outbox.clock.advance(1);
      expect(await deleteSentBefore(outbox.database.db, outbox.clock.now().toISOString())).toBe(1);
      expect(await outbox.rows()).toMatchObject([{ status: 'pending' }]);
    });

    it.each([
      'nobody',
      'a@b@c',
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      '"a b"@example.com',
      'jörg@example.com',
      `${'a'.repeat(250)}@example.com`,
    ])('refuses a mail to %j', async (to) => {
      await expect(outbox.enqueue({ to })).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await outbox.rows()).toEqual([]);
    });

    it('puts an address into the envelope in the form of the address rule', async () => {
      await outbox.enqueue({ to: '<Ada@Bücher.example>', replyTo: 'Studio@Bücher.example' });
      await outbox.worker().sendDue();
      expect(outbox.sent).toMatchObject([
        {
          to: { address: 'ada@xn--bcher-kva.example' },
          replyTo: { address: 'studio@xn--bcher-kva.example' },
        },
      ]);
    });

    it("sends a mail without a reply-to address that mail can't carry", async () => {
      await outbox.enqueue({ replyTo: 'jörg@bücher.example' });
      await outbox.worker().sendDue();
      expect(outbox.sent[0]?.replyTo).toBeUndefined();
    });
  });
});

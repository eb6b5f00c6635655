import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A reply that is saved by the browser and not shown, written while it is sent. */
export class Download {
  /** Its name in the reader's downloads. */
  readonly fileName: string;
  readonly type: string;
  readonly body: Readable;

  /** @param file its name of letters, digits, dots, `-` and `_` alone, its media type and its bytes */
  constructor(file: { fileName: string; type: string; body: Readable }) {
    if (!/^[\w.-]+$/.test(file.fileName)) throw new Error('That is no plain name of a file');
    this.fileName = file.fileName;
    this.type = file.type;
    this.body = file.body;
  }
}

/** Sends it. A later failure breaks the connection, so that a part isn't taken for the whole. */
export function sendDownload(reply: FastifyReply, { fileName, type, body }: Download): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${fileName}"`).type(type).send(body);
}

import type { IncomingMessage } from 'node:http';
import type { Endpoint, EndpointResult } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { bindRequest, type Call } from './bind.ts';
import type { Pace } from './transfer-limits.ts';
import { noteReceived } from './upload-gc.ts';
import { type UploadLimits, type UploadSlot, UploadSlots } from './upload-slots.ts';

export interface IncomingFile {
  /** As the sender calls it: anything at all. */
  name: string;
  /** Fails with an AppError when the sender breaks off, is too slow, or sends no proper form. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Takes the call's file: `take` is called once, and what it resolves with is the result. */
export type ReceiveFile = <Result>(take: (file: IncomingFile) => Promise<Result>) => Promise<Result>;

interface UploadCall<E extends Endpoint> extends Omit<Call<E>, 'body'> {
  /** About as many bytes as the sender says that the file has; undefined where they do not say. */
  announcedBytes: number | undefined;
  receive: ReceiveFile;
}

type UploadHandler<E extends Endpoint> = (call: UploadCall<E>) => Promise<EndpointResult<E>>;

export interface UploadOptions {
  /** Of one file, in bytes. */
  maxBytes: number;
  clock: Clock;
  /** A slower upload ends: each one holds one of few slots. */
  pace?: Pace;
  atOnce?: UploadLimits;
}

export type BindUpload = <E extends Endpoint & { upload: true }>(
  endpoint: E,
  handler: UploadHandler<E>,
) => void;

/** A form around a file: its boundary and headers. */
const FORM_BYTES = 16 * 1024;
/** The slowest mobile networks are five times as fast; a slower upload would hold a slot for hours. */
const PACE: Pace = { bytesPerSecond: 2 * 1024, windowMs: 30_000 };
const AT_ONCE: UploadLimits = { process: 32, forAdmins: 8, each: { account: 4, address: 8 } };
/** Uploads have a minimum rate and no time limit; the framework wants a number. */
const LONGEST_MS = 24 * 3600_000;
/** How long the rest of a refused upload is read: most senders look for the answer only after it. */
const DRAIN_MS = 2_000;

/**
 * Opens a scope in which forms with a file are read, and has `bindAll` bind the endpoints in it. Everywhere
 * else a form stays what it was: 415.
 */
export function addUploads(
  app: FastifyInstance,
  options: UploadOptions,
  bindAll: (bind: BindUpload) => void,
): void {
  const { maxBytes, clock, pace = PACE, atOnce = AT_ONCE } = options;
  const slots = new UploadSlots(atOnce, pace, clock);
  app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { parts: 2, files: 1, fields: 1, fieldSize: 100, headerPairs: 20, fileSize: maxBytes + 1 },
    });
    bindAll((endpoint, handler) =>
      bindRequest(
        scope,
        endpoint,
        async (call, request, reply) => {
          // The upload's rate is checked below, and storing it may take longer than a connection may idle.
          reply.raw.setTimeout(0, () => {});
          try {
            const announced = announcedBytes(request);
            if (announced !== undefined && announced > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
            const caller = request.identified?.caller;
            using slot = slots.take({
              ip: request.ip,
              accountId: caller?.accountId,
              isAdmin: caller?.isAdmin ?? false,
            });
            return await handler({
              ...call,
              announcedBytes: announced === undefined ? undefined : Math.max(0, announced - FORM_BYTES),
              receive: (take) => receiveFile(request, slot, take),
            });
          } catch (error) {
            await drain(request.raw);
            throw error;
          }
        },
        { deadlineMs: LONGEST_MS },
      ),
    );
  });
}

async function receiveFile<Result>(
  request: FastifyRequest,
  slot: UploadSlot,
  take: (file: IncomingFile) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', 'Send the file as a form (multipart/form-data).');
  }
  const parts = request.parts();
  const arrival = watchArrival(request.raw, slot);
  try {
    const part = await nextPart(parts);
    if (part?.type !== 'file' || part.fieldname !== 'file') throw new AppError('validation_failed', ONE_FILE);
    const name = unescapeFileName(part.filename ?? '');
    const result = await take({ name, bytes: arriving(part.file) });
    if (await nextPart(parts)) throw new AppError('validation_failed', ONE_FILE);
    return result;
  } catch (error) {
    const reason = arrival.endedBecause();
    throw reason === undefined ? error : new AppError('request_timeout', reason, { cause: error });
  } finally {
    arrival.stop();
  }
}

const ONE_FILE = 'Choose a file to send.';
const BROKEN_OFF = 'The file didn’t arrive completely. Please send it again.';

const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * A file's name in a form as its sender has it. Browsers write these three characters, and no others, escaped (HTML
 * standard, "multipart/form-data encoding algorithm"); they leave a "%" as it is, so that a name with "%22" in it
 * cannot be told from one with a quotation mark.
 */
function unescapeFileName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/g, (escaped) => ESCAPED[escaped] ?? escaped);
}

async function nextPart(parts: ReturnType<FastifyRequest['parts']>) {
  try {
    const { value, done } = await parts.next();
    return done ? undefined : value;
  } catch (error) {
    throw new AppError('validation_failed', BROKEN_OFF, { cause: error });
  }
}

async function* arriving(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of bytes) {
      yield piece;
      noteReceived(piece.length);
    }
  } catch (error) {
    throw new AppError('validation_failed', BROKEN_OFF, { cause: error });
  }
}

/** Ends a request that loses its slot, which none does after its last byte. */
function watchArrival(
  raw: IncomingMessage,
  slot: UploadSlot,
): { stop(): void; endedBecause(): string | undefined } {
  let reason: string | undefined;
  const { socket } = raw;
  const stopWatch = slot.watch(
    () => socket.bytesRead,
    (why) => {
      reason = why;
      raw.emit('error', new Error(why));
    },
  );
  const stop = () => {
    stopWatch();
    raw.off('end', stop);
  };
  raw.once('end', stop);
  return { stop, endedBecause: () => reason };
}

/** Reads on without keeping anything, until the sender has ended or for a moment. */
async function drain(raw: IncomingMessage): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    raw.unpipe().once('end', end).once('close', end).resume();
  });
}

function announcedBytes(request: FastifyRequest): number | undefined {
  const header = request.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.floor(maxBytes / 1024 ** 2);
  return new AppError('payload_too_large', `A file can be up to ${megabytes} MB.`);
}

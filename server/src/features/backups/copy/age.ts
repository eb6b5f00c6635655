/*
 * The age format, version 1 (age-encryption.org/v1), by its library: in a stream, with a piece of 64 KB in memory. What fails is
 * named by its cause, because a restore says other things of another key than of a damaged file.
 */

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** It was encrypted to other recipients. */
export class OtherRecipientError extends Error {
  constructor(cause: unknown) {
    super('No identity is one of its recipients', { cause });
    this.name = 'OtherRecipientError';
  }
}

/** It is not what was encrypted: cut off, changed, or of another format. */
export class BrokenFileError extends Error {
  constructor(cause: unknown) {
    super('It is not an age file as it was written', { cause });
    this.name = 'BrokenFileError';
  }
}

/** The file that bytes become for recipients (`age1…`). */
export async function* encryptTo(recipients: readonly string[], plain: Pieces): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(streamOf(plain));
}

/**
 * The bytes that were encrypted to one of the identities (`AGE-SECRET-KEY-1…`).
 * @throws OtherRecipientError, BrokenFileError, and whatever the source fails with
 */
export async function* decryptWith(
  identities: readonly string[],
  encrypted: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  let fault: { error: unknown } | undefined;
  const source = async function* () {
    try {
      yield* encrypted;
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
  try {
    yield* await decrypter.decrypt(streamOf(source()));
  } catch (error) {
    if (fault) throw fault.error;
    const isOther = error instanceof Error && error.message.startsWith('no identity matched');
    throw isOther ? new OtherRecipientError(error) : new BrokenFileError(error);
  }
}

/** The kind of stream that the library takes. */
function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const all = (async function* () {
    yield* pieces;
  })();
  return new ReadableStream({
    async pull(controller) {
      const next = await all.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await all.return();
    },
  });
}

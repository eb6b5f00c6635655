import { type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';

/** A block of the stream longer than this is none of ours. */
const MAX_PENDING = 16_384;

/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces begin and end. Signs of life are left out, and
 * so is what this version does not know.
 */
export function createEventParser(): (piece: string) => LiveEvent[] {
  let pending = '';
  return (piece) => {
    const blocks = (pending + piece).replaceAll('\r\n', '\n').split('\n\n');
    pending = (blocks.pop() ?? '').slice(-MAX_PENDING);
    return blocks.flatMap((block) => parseBlock(block) ?? []);
  };
}

function parseBlock(block: string): LiveEvent | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart());
  if (data.length === 0) return undefined;
  try {
    return liveEventSchema.safeParse(JSON.parse(data.join('\n'))).data;
  } catch {
    return undefined;
  }
}

import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { z } from 'zod';

/** An endpoint that takes a file. */
export const sendFile = endpoint({
  method: 'POST',
  path: '/files',
  access: 'public',
  summary: 'Takes a file.',
  upload: true,
  reply: z.object({ name: z.string(), size: z.number(), text: z.string() }),
  limit: CLICK_LIMIT,
});

export const BOUNDARY = 'x-boundary';

/** A form's part with a file. */
export const part = (name: string, content: string, field = 'file') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
  `content-type: image/png\r\n\r\n${content}\r\n`;

/** The end of a form. */
export const END = `--${BOUNDARY}--\r\n`;

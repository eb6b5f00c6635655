import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

/** What a part of the program needs to say something; a request's own log fits too. */
export type Log = Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>;

/** Names whose values never reach the log, wherever they stand (two levels deep) in what is logged. */
const SECRETS = [
  'password',
  'new_password',
  'current_password',
  'token',
  'token_hash',
  'access_token',
  'refresh_token',
  'code',
  'auth_code',
  'code_verifier',
  'nonce',
  'secret',
  'link',
  'url_with_token',
  'authorization',
  'cookie',
  'apikey',
];
/** `code` names an error's kind far more often than a secret: errors are serialised by `err` below, unharmed. */
const REDACTED_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["set-cookie"]`]);
/** Names of query parameters whose values the log omits. */
const SECRET_PARAMETERS = new Set([...SECRETS, 'state', 'u', 'q', 'email']);
const PARAMETER = /([?&#])([a-z_]{1,20})=[^&#\s"<>]*/gi;

/** A link to a file: its key may be known, what comes after it opens the file. */
const FILE_LINK = /(\/files\/[0-9a-f-]{36}\.)[^/?#\s"<>]*/gi;

/** A calendar's address: what follows is all that opens it. */
const CALENDAR_LINK = /(\/calendar\/)[\w-]{43}/gi;

/** An address as it may be logged: what its parameters hold is left out where it is secret or personal. */
export function redactUrl(url: string): string {
  return url
    .replace(PARAMETER, (whole, mark: string, name: string) =>
      SECRET_PARAMETERS.has(name.toLowerCase()) ? `${mark}${name}=[redacted]` : whole,
    )
    .replace(FILE_LINK, '$1[redacted]')
    .replace(CALENDAR_LINK, '$1[redacted]');
}

/** A text without the users and passwords of the addresses in it. */
function redactCredentials(text: string): string {
  const [before, ...parts] = text.split('//');
  return [before, ...parts.map(redactAuthority)].join('//');
}

function redactAuthority(address: string): string {
  const end = address.search(/[/\s]/);
  const at = (end < 0 ? address : address.slice(0, end)).lastIndexOf('@');
  return at < 0 ? address : `[redacted]${address.slice(at)}`;
}

const MAX_ERROR_LENGTH = 500;

/**
 * An error in one line of at most 500 characters, as an admin may read it: with its cause, without the secrets of
 * addresses that it quotes. What it says may come from another server.
 */
export function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  const message = error instanceof Error ? (error.message || code) + cause : String(error);
  return redactUrl(redactCredentials(message))
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH);
}

interface LoggedRequest {
  id?: unknown;
  method?: string;
  url?: string;
  ip?: string;
}

let lastTime = 0;
let lastTimestamp = '';

/** The time of a line. Written once a millisecond, in which many lines can follow one another. */
function timestamp(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTimestamp;
}

const options: LoggerOptions = {
  base: undefined,
  timestamp,
  redact: { paths: [...new Set(REDACTED_PATHS)], censor: '[redacted]' },
  serializers: {
    req: (request: LoggedRequest) => ({
      method: request.method,
      url: redactUrl(request.url ?? ''),
      address: request.ip,
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    err: serialiseError,
  },
};

/** An error with its causes; secrets in addresses that its texts quote are taken out. */
function serialiseError(error: Error): unknown {
  const { type, message, stack } = stdSerializers.err(error);
  const code = 'code' in error ? error.code : undefined;
  return { type, message: redactUrl(message), stack: redactUrl(stack ?? ''), kind: code };
}

/** The program's log: one JSON object a line, on standard output unless `destination` says otherwise. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return destination ? pino({ ...options, level }, destination) : pino({ ...options, level });
}

/** Named as pino numbers them. */
const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
};

/**
 * One line of the log for a person at a terminal: the time of day, how grave it is, what happened, and the
 * rest as it is. A line that is no JSON stays itself.
 */
export function toReadableLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, msg, reqId: _reqId, err, ...rest } = entry;
  const error = err as { message?: string; stack?: string } | undefined;
  const moment = new Date(String(time)).toTimeString().slice(0, 8);
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = error ? `\n  ${(error.stack ?? error.message ?? '').replaceAll('\n', '\n  ')}` : '';
  return `${moment} ${(LEVELS[Number(level)] ?? '').padEnd(5)} ${String(msg)}${details}${stack}\n`;
}

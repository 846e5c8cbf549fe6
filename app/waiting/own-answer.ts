import { answerHeader } from '#forms/answer-header.ts';

/** A response as any client of HTTP has it. */
export type RawAnswer = { status: number; header: (name: string) => string | null | undefined; text: string };

/** An answer of our server. */
export type OwnAnswer = {
  status: number;
  /** The members of its JSON; none where it is text. */
  body: Record<string, unknown>;
  /** A sentence for the visitor; '' where it has none. */
  message: string;
  /** The same request may be answered in another way later. */
  isForLater: boolean;
  retryAfterSeconds: number | null;
};

/** How our server answers: forms and messages with JSON, uploads with a sentence or with headers alone. */
export type Wire = 'json' | 'upload';

/**
 * Reads an answer of our server; null where another server has answered in its place: it has not our header, or not the shape of our
 * answers. Whatever another server says, nothing on the device is removed because of it, or shown as refused.
 */
export function readOwnAnswer(wire: Wire, { status, header, text }: RawAnswer): OwnAnswer | null {
  if (!header(answerHeader)) return null;
  const sentence = text.trim();
  const body = wire === 'json' ? parse(text) : {};
  const message = wire === 'upload' ? sentence : body?.message;
  const isShaped = wire === 'upload' ? isSentence(sentence) : [body?.message, body?.reference].some(isText);
  if (!body || !isShaped) return null;
  return {
    status,
    body,
    message: isText(message) ? message : '',
    isForLater: isForLater(wire, status),
    retryAfterSeconds: readSeconds(header('retry-after')),
  };
}

/** Reads the answer to a `fetch`. */
export async function readOwnResponse(wire: Wire, response: Response): Promise<OwnAnswer | null> {
  const header = (name: string) => response.headers.get(name);
  return readOwnAnswer(wire, { status: response.status, header, text: await response.text() });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isSentence = (text: string): boolean => text.length < 300 && !text.includes('<');

function isForLater(wire: Wire, status: number): boolean {
  if (wire === 'upload' && status === 423) return true;
  // There is no room for this file, and waiting makes none.
  if (wire === 'upload' && status === 507) return false;
  return status < 400 || status >= 500 || [408, 425, 429].includes(status);
}

/** Retry-After in seconds. Our server sends no dates. */
function readSeconds(value: string | null | undefined): number | null {
  return value && /^\d{1,7}$/.test(value) ? Number(value) : null;
}

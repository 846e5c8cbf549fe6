/**
 * The key a try is sent with. It was made with the form and stays the same for every try of the same answers; other answers
 * get another. The last one is remembered on the device, by a digest that tells nothing of the answers, so that a second tab
 * or a form filled in again within the server's own ten minutes counts as the same.
 */
export async function keyFor(slug: string, formKey: string, body: string): Promise<string> {
  const digest = await digestOf(body);
  const last = readLast(slug);
  const recent = last !== null && Date.now() - last.at < sameFormMs;
  const key = recent && last.digest === digest ? last.key : last?.key === formKey || !formKey ? makeKey() : formKey;
  writeLast(slug, { digest, key, at: Date.now() });
  return key;
}

export function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const sameFormMs = 10 * 60_000;

type Last = { digest: string; key: string; at: number };

/** SHA-256 where the browser has it, which is on https and on this machine; elsewhere the tab's memory keeps the text itself. */
async function digestOf(text: string): Promise<string> {
  if (!crypto.subtle) return text;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

const memory = new Map<string, Last>();

function readLast(slug: string): Last | null {
  try {
    const kept: Last | null = JSON.parse(localStorage.getItem(`sent:${slug}`) ?? 'null');
    return kept ?? memory.get(slug) ?? null;
  } catch {
    return memory.get(slug) ?? null;
  }
}

function writeLast(slug: string, last: Last): void {
  memory.set(slug, last);
  if (!crypto.subtle) return;
  try {
    localStorage.setItem(`sent:${slug}`, JSON.stringify(last));
  } catch {
    // No storage: this tab remembers.
  }
}

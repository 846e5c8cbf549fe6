import { format } from 'node:util';
import { type Log, withoutLinkTokens } from './log.ts';

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/** The longest line of a library that is logged, in characters. */
const longest = 200;

/**
 * From here on what libraries print, and Node's warnings, are lines of the log, at most twenty a minute: text that is not JSON breaks
 * what reads it, and a library may print an address of any length that somebody typed. Returns what gives the console back.
 */
export function logLibraryOutput(log: Log): () => void {
  const before = methods.map((method) => [method, console[method]] as const);
  const note = (...values: unknown[]) => log.warn('printed by a library', { line: lineOf(values) });
  for (const method of methods) console[method] = note;
  // Node's own listener writes to the standard error by itself.
  process.removeAllListeners('warning').on('warning', note);
  return () => {
    process.off('warning', note);
    for (const [method, own] of before) console[method] = own;
  };
}

/** The first line, without what stands in quotation marks, and without words that may be an email address or a phone: somebody may have typed that. */
function lineOf(values: unknown[]): string {
  const [first = ''] = format(...values)
    .slice(0, 4 * longest)
    .split('\n');
  const line = withoutLinkTokens(first).replaceAll(/"[^"]*("|$)|'[^']*('|$)|`[^`]*(`|$)/g, '"…"');
  const words = line.split(' ').map((word) => (/@|\d{4}/.test(word) ? '…' : word));
  return words.join(' ').slice(0, longest);
}

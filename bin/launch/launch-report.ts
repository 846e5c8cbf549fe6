import { styleText } from 'node:util';
import type { Finding } from './finding.ts';

const order = ['red', 'amber', 'green'] as const;
const colours = { red: 'red', amber: 'yellow', green: 'green' } as const;
const wordWidth = 6;
const aboutWidth = 16;

/** For people: the worst first, each with its state as a word, and beneath it what to do. */
export function launchReport(findings: Finding[]): string {
  const lines = order.flatMap((state) => findings.filter((finding) => finding.state === state).flatMap(linesOf));
  return [...lines, '', verdict(findings)].join('\n');
}

/** For programs. */
export function launchJson(findings: Finding[]): string {
  return JSON.stringify({ ready: count(findings, 'red') === 0, ...counts(findings), findings }, null, 2);
}

export function count(findings: Finding[], state: Finding['state']): number {
  return findings.filter((finding) => finding.state === state).length;
}

function counts(findings: Finding[]): Record<Finding['state'], number> {
  return { red: count(findings, 'red'), amber: count(findings, 'amber'), green: count(findings, 'green') };
}

function linesOf({ about, state, says, todo }: Finding): string[] {
  const word = styleText(colours[state], state.toUpperCase().padEnd(wordWidth));
  return [`${word} ${about.padEnd(aboutWidth)} ${says}`, ...(todo ? [`${' '.repeat(wordWidth + aboutWidth + 2)}→ ${todo}`] : [])];
}

function verdict(findings: Finding[]): string {
  const { red, amber, green } = counts(findings);
  const sums = `${red} red, ${amber} amber, ${green} green.`;
  if (red > 0) return `${sums} Not ready to go live: mend what is red.`;
  return `${sums} Nothing here stands in the way. What no program can see is listed in docs/operations.md, Go live.`;
}

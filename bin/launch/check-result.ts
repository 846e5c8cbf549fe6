import { styleText } from 'node:util';

/** A result of the launch check: red must be put right before going live, amber should be looked at, green is right. */
export type CheckResult = {
  about: string;
  state: 'red' | 'amber' | 'green';
  /** A sentence that says what was found. */
  says: string;
  /** A sentence that says what to do about it; null where nothing is to be done. */
  todo: string | null;
};

export const red = (about: string, says: string, todo: string): CheckResult => ({ about, state: 'red', says, todo });

export const amber = (about: string, says: string, todo: string): CheckResult => ({ about, state: 'amber', says, todo });

export const green = (about: string, says: string): CheckResult => ({ about, state: 'green', says, todo: null });

/** Makes a green result where something is right, and else a red one. */
export function check(about: string, isRight: boolean, right: string, wrong: string, todo: string): CheckResult {
  return isRight ? green(about, right) : red(about, wrong, todo);
}

const colours = { red: 'red', amber: 'yellow', green: 'green' } as const;
const states = ['red', 'amber', 'green'] as const;

export function countByState(results: CheckResult[]): Record<CheckResult['state'], number> {
  const count = (state: CheckResult['state']) => results.filter((result) => result.state === state).length;
  return { red: count('red'), amber: count('amber'), green: count('green') };
}

/** The report for people: the worst first, each with its state as a word, and beneath it what to do. */
export function textReport(results: CheckResult[]): string {
  const lines = states.flatMap((state) => results.filter((result) => result.state === state).flatMap(linesOf));
  const { red, amber, green } = countByState(results);
  const verdict =
    red > 0
      ? 'Not ready to go live: put right what is red.'
      : 'Nothing here prevents going live. What no program can check is listed in docs/operations.md, Go live.';
  return [...lines, '', `${red} red, ${amber} amber, ${green} green. ${verdict}`].join('\n');
}

function linesOf({ about, state, says, todo }: CheckResult): string[] {
  const word = styleText(colours[state], state.toUpperCase().padEnd(6));
  return [`${word} ${about.padEnd(16)} ${says}`, ...(todo ? [`${' '.repeat(24)}→ ${todo}`] : [])];
}

/** The report for programs. */
export function jsonReport(results: CheckResult[]): string {
  const counts = countByState(results);
  return JSON.stringify({ ready: counts.red === 0, ...counts, findings: results }, null, 2);
}

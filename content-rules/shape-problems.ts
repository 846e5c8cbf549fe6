import type { z } from 'zod';
import { nearestName } from './nearest-name.ts';
import { fieldName } from './wording.ts';

/**
 * One sentence for each thing wrong with a file's data, naming the file and the field. A misspelt name is one: the field that was meant is
 * not told again as missing.
 */
export function shapeProblems(file: string, shape: z.ZodType, data: unknown): string[] {
  const issues = shape.safeParse(data, { error: reason }).error?.issues ?? [];
  const problems = issues.flatMap((issue) => wordsOf(issue, shape, data, file.endsWith('.md')));
  return [...new Set(problems.map((words) => `${file}: ${words}${words.endsWith('?') ? '' : '.'}`))];
}

type Path = PropertyKey[];

function wordsOf(issue: z.core.$ZodIssue, shape: z.ZodType, data: unknown, isMarkdown: boolean): string[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownName(path, key, namesIn(shape, path), valueAt(data, path)));
  const misspelt = message === 'is missing' ? misspeltFor(shape, data, path) : undefined;
  if (misspelt) return [isUnknown(path.slice(0, -1), misspelt, path.at(-1))];
  return [`${fieldName(path)} ${fullMessage(message, namesIn(shape, path), isMarkdown)}`];
}

function fullMessage(message: string, names: string[], isMarkdown: boolean): string {
  if (message === ofType.object && names.length > 0) return `must have ${names.join(', ')}`;
  if (message !== ofType.array) return message;
  return `${message}, ${isMarkdown ? 'a line for each entry, which begins with a hyphen and a space' : 'in square brackets'}`;
}

/** A name that is not known. Of those that are, one that is given already is not meant. */
function unknownName(path: Path, key: string, names: string[], given: unknown): string {
  const free = names.filter((name) => !Object.hasOwn(Object(given), name));
  const near = nearestName(key, free) ?? nearestName(key, names);
  return near ? isUnknown(path, key, near) : `${fieldName([...path, key])} is not known here: known are ${names.join(', ')}`;
}

function isUnknown(path: Path, key: string, near: PropertyKey | undefined): string {
  return `${fieldName([...path, key])} is not known here; did you mean ${String(near)}?`;
}

/** A name beside a missing one that is nearly the same, and no other field's: also where unknown names are allowed. */
function misspeltFor(shape: z.ZodType, data: unknown, path: Path): string | undefined {
  const around = path.slice(0, -1);
  const names = namesIn(shape, around);
  const others = Object.keys(Object(valueAt(data, around))).filter((key) => !names.includes(key));
  return nearestName(String(path.at(-1)), others);
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
}

/** The names of the fields of an object in a shape; none where there is none. */
function namesIn(shape: z.ZodType, path: Path): string[] {
  const found = path.reduce<z.ZodType | undefined>((outer, key) => shapeIn(outer, key), shape);
  return Object.keys(defOf(found)?.shape ?? {});
}

function shapeIn(outer: z.ZodType | undefined, key: PropertyKey): z.ZodType | undefined {
  const { shape, element, valueType, catchall } = defOf(outer) ?? {};
  return shape?.[String(key)] ?? element ?? valueType ?? catchall;
}

type Def = {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  catchall?: z.ZodType;
  innerType?: z.ZodType;
  out?: z.ZodType;
};

/** Of what an optional, nullable or preprocessed shape is made of. */
function defOf(shape: z.ZodType | undefined): Def | undefined {
  const def = shape?.def as Def | undefined;
  const inner = def?.innerType ?? def?.out;
  return inner ? defOf(inner) : def;
}

const ofType: Record<string, string> = {
  array: 'must be a list',
  boolean: 'must be true or false, without quotes',
  number: 'must be a number',
  object: 'must have fields of its own',
  string: 'must be text',
};

function reason(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  if (input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return typeReason(issue.expected, input);
  if (issue.code === 'invalid_value') {
    const near = typeof input === 'string' && nearestName(input, issue.values.map(String));
    return `must be one of ${issue.values.join(', ')}${near ? `; did you mean ${near}?` : ''}`;
  }
  return 'is not valid';
}

function typeReason(expected: string, input: unknown): string {
  const says = ofType[expected] ?? `must be of type ${expected}`;
  if (expected === 'number' && isNumber(input)) return `${says}: write ${String(input).trim()}, without quotes`;
  if (expected === 'string' && ['number', 'boolean'].includes(typeof input)) return `${says}: write "${input}", in quotes`;
  // In markdown a text with a colon and a space is read as a name and a value.
  if (expected === 'string' && typeof input === 'object') return `${says}: a text with a colon has to be in quotes`;
  return says;
}

/** Whether it is a text that is a number. */
export function isNumber(input: unknown): boolean {
  return typeof input === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(input);
}

import { sameAccidentHeader } from '#forms/same-accident.ts';
import { formAgeHeader } from '#forms/signals.ts';

/** The parts that the descriptions of all endpoints share. */

export type Json = Record<string, unknown>;

export function operation(operationId: string, summary: string, responses: Record<number, Json>, more: Json = {}): Json {
  const withRequestId = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { 'X-Request-Id': { schema: { type: 'string' } }, ...(response.headers as Json) } },
  ]);
  return { operationId, summary, ...more, responses: Object.fromEntries(withRequestId) };
}

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const json = (description: string, schema: Json): Json => ({ description, content: { 'application/json': { schema } } });
export const problem = (description: string): Json => json(description, ref('Problem'));
export const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'header',
  description,
  schema,
});
export const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

export const constant = (values: Json): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { const: value }])),
  required: Object.keys(values),
  additionalProperties: false,
});

/** Why a submission was not stored that repeats another one, or may belong to it. */
export const conflictOrQuestion = json(
  'The Idempotency-Key was used before, for other answers; or, with a `question`, the claim may be about another accident than the one that it would be saved into. Nothing was stored.',
  { anyOf: [ref('Problem'), ref('Question')] },
);

/** The schema of what a sender has to say before a claim is stored. */
export const question: Json = {
  type: 'object',
  properties: {
    message: { type: 'string', minLength: 1 },
    question: { const: 'same-accident' },
    reference: { type: 'string', description: 'The claim that it would be saved into.' },
    createdAt: { type: 'string', format: 'date-time', description: 'When that was made.' },
  },
  required: ['message', 'question', 'reference', 'createdAt'],
  additionalProperties: false,
};

/** The request headers of both endpoints for submissions. */
export const submissionHeaders = [
  header(
    'Idempotency-Key',
    'Made once for each submission. The same key with the same answers stores one and is answered alike.',
    { type: 'string', maxLength: 255 },
  ),
  header(
    'Replaces',
    'The Idempotency-Keys, separated by commas, of submissions that this one takes the place of because their answer was lost; of 32 characters at least. Where one of them became a claim with the same phone number, this one is saved into that claim and answered with its reference.',
  ),
  header(
    sameAccidentHeader,
    'The answer to the question of a 409: `yes` saves it into the claim that is named there, `no` makes it a claim of its own.',
    { enum: ['yes', 'no'] },
  ),
  header(formAgeHeader, 'Milliseconds since the form became interactive: a form sent at once is taken for spam.'),
];

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
  ...{ name, in: 'header', description, schema },
});
export const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

export const constant = (values: Json): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { const: value }])),
  required: Object.keys(values),
  additionalProperties: false,
});

import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { viaName } from '#forms/via.ts';
import { bodyLimitBytes, maxJsonSeparators } from '#server/core/http/request-body.ts';
import { answersSchema } from './openapi-answers-schema.ts';
import {
  conflictOrQuestion,
  constant,
  header,
  type Json,
  json,
  operation,
  problem,
  question,
  ref,
  retryAfter,
  submissionHeaders,
} from './openapi-parts.ts';
import { storagePaths, storageSchemas } from './openapi-storage.ts';

/**
 * The public endpoints as OpenAPI 3.1. The schemas of requests come from the form definitions, so that a new field needs no change
 * here.
 */
export function openApiDocument(siteUrl: string, brand: string): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: brand,
      version: '1',
      description:
        'What programs may call. Every answer has an X-Request-Id, by which it is found in the log, and X-Kerbside-Answer, which no proxy in between sends. Every error has a message that is fit to show to a visitor.',
    },
    servers: [{ url: siteUrl }],
    paths: {
      '/functions/v1/send-form-email': { post: sendFormEmail },
      '/rest/v1/form_submissions': { post: insertSubmission },
      ...storagePaths(),
      '/csp-reports': { post: reportCspViolation },
      '/healthz': { get: operation('isAlive', 'The process is alive.', { 200: json('It is.', constant({ alive: true })) }) },
      '/readyz': {
        get: operation(
          'isReady',
          'Whether requests may be sent to this process. Its body says whether a submission could be stored.',
          {
            200: json('They may.', {
              type: 'object',
              required: ['ready', 'store'],
              properties: { ready: { const: true }, store: { enum: ['up', 'away'] }, why: { type: 'string' } },
              additionalProperties: false,
            }),
            503: problem('The process is about to stop.'),
          },
        ),
      },
      '/metrics': { get: readMetrics },
      '/openapi.json': {
        get: operation('describe', 'This document.', {
          200: json('OpenAPI 3.1.', { type: 'object' }),
          304: { description: 'Unchanged.' },
        }),
      },
    },
    components: {
      schemas: {
        ...Object.fromEntries(forms.map((form) => [schemaName(form), answersSchema(form)])),
        ...schemas,
        ...storageSchemas,
      },
      securitySchemes: {
        metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN.' },
        privateLink: { type: 'http', scheme: 'bearer', description: 'The last part of the private link of a claim.' },
      },
    },
  };
}

/** The refusals that both endpoints for submissions share. */
const refusals = {
  400: problem('The body is not JSON, or the Idempotency-Key is too long.'),
  403: problem('A browser says that another site sent it, and ALLOWED_ORIGINS does not name that site.'),
  404: problem('There is no form of that name.'),
  409: conflictOrQuestion,
  413: problem(
    `The body is longer than ${bodyLimitBytes} bytes, or has more than ${maxJsonSeparators} commas, colons and brackets.`,
  ),
  415: problem('The body is compressed, or its type is not application/json in UTF-8.'),
  422: json('Answers are missing or not accepted. Nothing was stored.', ref('InvalidAnswers')),
  429: { ...problem('Too many came from this address.'), headers: retryAfter },
  500: problem('It failed on our side.'),
  503: { ...problem('The store does not answer. Nothing was stored.'), headers: retryAfter },
};

/** Nothing that is refused: what does not fit is ignored. */
const via: Json = {
  description:
    'Who sent the sender of the form: a short name, or the code of a partner. Optional, and no part of the answers. What does not fit is ignored.',
};

const sendFormEmail = operation(
  'sendFormEmail',
  'Stores a submission and queues its email: the shape of a Supabase function call.',
  {
    200: json('It is on the disk, now or since the first time that it was sent.', ref('Accepted')),
    ...refusals,
  },
  { parameters: submissionHeaders, requestBody: requestBody(oneOfForms('formName', 'formData')) },
);

const row = oneOfForms('form_name', 'form_data');

const insertSubmission = operation(
  'insertSubmission',
  'The same in the shape of a PostgREST insert, as supabase-js sends it. Rows cannot be read.',
  {
    201: {
      ...json('It is on the disk. Without a body after Prefer: return=minimal.', {
        anyOf: [{ type: 'array', items: ref('Row'), minItems: 1, maxItems: 1 }, ref('Row')],
      }),
    },
    ...refusals,
  },
  {
    parameters: [
      ...submissionHeaders,
      header('Prefer', 'return=minimal gives nothing back.'),
      header('Accept', 'application/vnd.pgrst.object+json gives the row without an array around it.'),
      { name: 'select', in: 'query', description: 'Columns to give back, separated by commas.', schema: { type: 'string' } },
    ],
    requestBody: requestBody({ anyOf: [row, { type: 'array', items: row, minItems: 1, maxItems: 1 }] }),
  },
);

const reportCspViolation = operation(
  'reportCspViolation',
  'Counts what a Content-Security-Policy kept a browser from loading.',
  {
    204: { description: 'Counted.' },
    400: { description: 'It is not a report.' },
    413: { description: 'It is too long.' },
  },
  { requestBody: { required: true, content: { 'application/csp-report': { schema: ref('CspReport') } } } },
);

const readMetrics = operation(
  'readMetrics',
  'Metrics in Prometheus text format: on the machine itself without, from elsewhere with the token.',
  {
    200: { description: 'Metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
    403: problem('The token is missing or wrong.'),
  },
  { security: [{}, { metricsToken: [] }] },
);

function requestBody(schema: Json): Json {
  return { required: true, content: { 'application/json': { schema } } };
}

function oneOfForms(nameKey: string, answersKey: string): Json {
  return {
    oneOf: forms.map((form) => ({
      type: 'object',
      title: form.name,
      properties: { [nameKey]: { const: form.name }, [answersKey]: ref(schemaName(form)), [viaName]: via },
      required: [nameKey, answersKey],
    })),
  };
}

/** The name of a form's schema, such as MakeAClaimAnswers. */
function schemaName({ name }: FormDefinition): string {
  const words = name.split(' ').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Answers`;
}

const message = { type: 'string', minLength: 1 };
const dateTime = { type: 'string', format: 'date-time' };

const schemas: Record<string, Json> = {
  Accepted: {
    type: 'object',
    properties: {
      message,
      reference: { type: 'string', pattern: '^[A-Z0-9]{4}-[A-Z0-9]{4}$', description: 'Names the submission to people.' },
      createdAt: { ...dateTime, description: 'When it was first stored.' },
      dueAt: { ...dateTime, description: 'By when its sender is contacted, where a time is promised.' },
      link: {
        type: ['string', 'null'],
        pattern: '^https?://',
        description:
          'Of a claim: the private page where its sender adds to it. Anyone who has the link may. Null for a repeat whose link has ended; missing in a repeat of a short form without the key of the first.',
      },
      emailed: {
        type: 'boolean',
        description: 'Whether an email with the link was sent to the address of the claim, or waits to be.',
      },
      added: { const: true, description: 'It was saved into a claim that was there.' },
    },
    required: ['message', 'reference', 'createdAt'],
    additionalProperties: false,
  },
  Row: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      form_name: { enum: forms.map(({ name }) => name) },
      form_data: { type: 'object', additionalProperties: { type: 'string' } },
      created_at: dateTime,
    },
    additionalProperties: false,
  },
  Problem: { type: 'object', properties: { message }, required: ['message'], additionalProperties: false },
  Question: question,
  InvalidAnswers: {
    type: 'object',
    properties: {
      message,
      fields: { type: 'object', description: 'What to correct, by field.', additionalProperties: message, minProperties: 1 },
    },
    required: ['message', 'fields'],
    additionalProperties: false,
  },
  CspReport: {
    type: 'object',
    description: 'As browsers post it for report-uri.',
    properties: {
      'csp-report': {
        type: 'object',
        properties: Object.fromEntries(
          ['document-uri', 'blocked-uri', 'effective-directive', 'violated-directive'].map((name) => [name, { type: 'string' }]),
        ),
        required: ['document-uri', 'blocked-uri'],
      },
    },
    required: ['csp-report'],
  },
};

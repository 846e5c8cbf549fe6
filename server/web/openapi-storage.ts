import { evidenceHint, evidenceNames } from '#forms/evidence-kinds.ts';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { bodyLimitBytes } from '#server/core/http/request-body.ts';
import { type Json, json, operation, ref } from './openapi-parts.ts';

/** The storage wire: the files of a claim in the shape of Supabase Storage. */
export function storagePaths(): Json {
  const refused = (description: string) => json(description, ref('StorageProblem'));
  const security = [{ privateLink: [] }];
  const path = {
    name: 'path',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'The reference of the claim, a slash and the name of the file.',
  };
  const common = {
    401: refused('There is no token of a private link, or its link has ended.'),
    403: refused(
      'Another claim is meant, or a browser says that another site sent it and ALLOWED_ORIGINS does not name that site.',
    ),
    500: refused('It failed on our side.'),
  };
  const withBody = {
    400: refused('The body is not as expected.'),
    413: refused(`The body is longer than ${bodyLimitBytes} bytes.`),
    415: refused('The body is compressed, or its type is not application/json in UTF-8.'),
  };
  const notContacted = {
    403: refused('Another claim is meant, another site sent it, or the team has not been in touch about the claim.'),
  };
  const notFound = { 404: refused('There is no such file, or it is of another claim.') };
  const file = {
    description: 'The file, or the range that was asked for.',
    content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  };
  const bytes = { 200: file, 206: file, 416: { description: 'It has no such range.' } };
  const body = (schema: Json) => ({ required: true, content: { 'application/json': { schema } } });
  const object = (properties: Json, required: string[] = Object.keys(properties)) => ({ type: 'object', properties, required });
  const text = { type: 'string' };
  const expiresIn = { type: 'integer', minimum: 1, maximum: 3_600, description: 'Seconds.' };
  const paths = { type: 'array', items: text, minItems: 1, maxItems: 1_000 };

  return {
    '/storage/v1/object/list/evidence': {
      post: operation(
        'listFiles',
        'One page of a folder, by name unless asked for otherwise.',
        { 200: json('Files and folders.', { type: 'array', items: ref('StorageObject') }), ...common, ...withBody },
        {
          security,
          requestBody: body(
            object(
              {
                prefix: text,
                search: { ...text, description: 'The beginning of names.' },
                limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 100 },
                offset: { type: 'integer', minimum: 0, default: 0 },
                sortBy: object(
                  {
                    column: { enum: ['name', 'created_at', 'updated_at', 'last_accessed_at'], default: 'name' },
                    order: { enum: ['asc', 'desc'], default: 'asc' },
                  },
                  [],
                ),
              },
              [],
            ),
          ),
        },
      ),
    },
    '/storage/v1/object/evidence/{path}': {
      post: operation(
        'uploadFile',
        `Keeps a file: the body, or the one file of a form. Evidence is never replaced. ${evidenceHint(evidenceLimits.file)} Kinds: ${evidenceNames()}. The sizes of films and of a claim are settings.`,
        {
          200: json('It is kept for good.', object({ Id: text, Key: text })),
          ...common,
          400: refused('The path cannot be used, or there is no file.'),
          409: refused('The claim has a file of that path, or is closed.'),
          413: refused('It is larger than its kind may be, or the claim has no room for it, or as many files as it may.'),
          415: refused('It is of no kind that is taken, or another encoding was used.'),
          422: refused('It is empty, or did not arrive whole.'),
          503: refused('It could not be kept just now.'),
          507: refused('The disk has no room for files.'),
        },
        {
          parameters: [path],
          security,
          requestBody: {
            required: true,
            content: { '*/*': { schema: text }, 'multipart/form-data': { schema: { type: 'object' } } },
          },
        },
      ),
      get: operation(
        'downloadFile',
        'The bytes of a file.',
        { ...bytes, ...common, ...notFound },
        { parameters: [path], security },
      ),
    },
    '/storage/v1/object/info/evidence/{path}': {
      get: operation(
        'describeFile',
        'What is known of a file.',
        { 200: json('Its facts.', { type: 'object' }), ...common, ...notFound },
        { parameters: [path], security },
      ),
    },
    '/storage/v1/object/sign/evidence/{path}': {
      post: operation(
        'signUrl',
        'A URL by which anybody can save the file, for an hour at most. There is none before the team has been in touch about the claim.',
        { 200: json('Below /storage/v1.', object({ signedURL: text })), ...common, ...notContacted, ...withBody, ...notFound },
        { parameters: [path], security, requestBody: body(object({ expiresIn })) },
      ),
      get: operation(
        'readSignedUrl',
        'The bytes of a file as an attachment, for anyone who has its signed URL. It ends with its time, and with the private link it was made with.',
        { ...bytes, 400: refused('The signature is wrong, or has ended.'), 500: common[500] },
        {
          parameters: [
            path,
            { name: 'token', in: 'query', required: true, schema: text },
            { name: 'download', in: 'query', schema: text },
          ],
        },
      ),
    },
    '/storage/v1/object/sign/evidence': {
      post: operation(
        'signUrls',
        'Several at once, each with its own outcome.',
        {
          200: json('In the order of the paths.', { type: 'array', items: { type: 'object' } }),
          ...common,
          ...notContacted,
          ...withBody,
        },
        { security, requestBody: body(object({ expiresIn, paths })) },
      ),
    },
    '/storage/v1/object/evidence': {
      delete: operation(
        'removeFiles',
        "Removes the claimant's own files, on the record, until the claim is closed. Within an hour, and before staff have seen them, they are erased; after that they are hidden from the claimant and kept for the team.",
        { 200: json('What was removed.', { type: 'array', items: ref('StorageObject') }), ...common, ...withBody },
        { security, requestBody: body(object({ prefixes: paths })) },
      ),
    },
  };
}

const nullable = (type: string): Json => ({ type: [type, 'null'] });

export const storageSchemas: Record<string, Json> = {
  StorageProblem: {
    type: 'object',
    properties: { statusCode: { type: 'string' }, error: { type: 'string' }, message: { type: 'string', minLength: 1 } },
    required: ['statusCode', 'error', 'message'],
    additionalProperties: false,
  },
  StorageObject: {
    type: 'object',
    description: 'A file; or a folder, which has a name alone.',
    properties: {
      name: { type: 'string' },
      id: nullable('string'),
      bucket_id: { const: 'evidence' },
      created_at: nullable('string'),
      updated_at: nullable('string'),
      last_accessed_at: nullable('string'),
      metadata: nullable('object'),
    },
    required: ['name', 'id', 'metadata'],
    additionalProperties: false,
  },
};

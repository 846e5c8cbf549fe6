import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TestApp } from './create-test-app.ts';

type Operation = { operationId: string; responses: Record<string, { content?: Record<string, unknown>; headers?: object }> };
type Document = { paths: Record<string, Record<string, Operation>>; servers: { url: string }[] };

export async function documentOf({ app }: TestApp): Promise<Document> {
  return (await app.request('/openapi.json')).json();
}

/** Checks values against a part of the document, by its JSON pointer. */
export function validatorOf(document: Document) {
  const ajv = new Ajv2020({ allErrors: true, formats: { uuid: /^[0-9a-f-]{36}$/, 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } });
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, 'api');
  return (pointer: (string | number)[], value: unknown): string | null => {
    const path = pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`api#/${path}`);
    if (!validate) throw new Error(`The document has no ${pointer.join(' > ')}.`);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

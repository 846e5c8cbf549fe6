import { evidenceHint, evidenceNames } from '#forms/evidence-kinds.ts';
import { evidenceLimits } from '#forms/evidence-rules.ts';
import { type Condition, type Field, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { takesFormerChoices } from '#forms/read.ts';
import { sameAccidentHeader } from '#forms/same-accident.ts';
import { formAgeHeader } from '#forms/signals.ts';
import { viaName } from '#forms/via.ts';
import { bodyLimitBytes, maxJsonSeparators } from '#server/core/http/request-body.ts';
import description from './openapi.yaml';

type Json = Record<string, unknown>;

/** The public endpoints as OpenAPI 3.1: openapi.yaml, with its short forms written out, and the forms with their fields. */
export function openApiDocument(siteUrl: string, brand: string): Json {
  const values: Json = {
    siteUrl,
    brand,
    sameAccidentHeader,
    formAgeHeader,
    bodyLimit: bodyLimitBytes,
    separatorLimit: maxJsonSeparators,
    formNames: forms.map(({ name }) => name),
    evidenceHint: evidenceHint(evidenceLimits.file),
    evidenceKinds: evidenceNames(),
  };

  /** `key`: the name of the property that the value is of. */
  function write(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.flat().map((item) => write(item, key));
    if (typeof value === 'string') {
      if (['json', 'items', 'anyOf'].includes(key)) return ref(value);
      return (value.startsWith('$') && values[value.slice(1)]) || value.replace(/\$(\w+)/g, (_, name) => String(values[name]));
    }
    if (typeof value !== 'object' || value === null) return value;
    const { json, exactly, object = exactly, ...others } = value as Json;
    if (json) others.content = { 'application/json': { schema: write(json, 'json') } };
    if (object) Object.assign(others, objectSchema(object as Json), exactly && { additionalProperties: false });
    if (others.in) others.schema ??= { type: 'string' };
    return Object.fromEntries(Object.entries(others).map(([name, one]) => [name, name === '$ref' ? one : write(one, name)]));
  }

  const paths = Object.entries(description.paths).map(([path, operations]) => {
    const problem = path.startsWith('/storage/') ? 'StorageProblem' : 'Problem';
    const written = Object.entries(operations).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, given]) => {
        const { headers, ...response } = typeof given === 'string' ? { description: given, json: problem, headers: {} } : given;
        return [status, { ...response, headers: { 'X-Request-Id': { schema: { type: 'string' } }, ...headers } }];
      });
      return [method, { ...operation, responses: Object.fromEntries(responses) }];
    });
    return [path, Object.fromEntries(written)];
  });
  const document = write({ ...description, paths: Object.fromEntries(paths) }) as typeof description;
  Object.assign(
    document.components.schemas,
    { FunctionCall: oneOfForms('formName', 'formData'), NewRow: oneOfForms('form_name', 'form_data') },
    Object.fromEntries(forms.map((form) => [schemaName(form), answersSchema(form)])),
  );
  return document;
}

function objectSchema(given: Json): Json {
  const names = Object.keys(given);
  const properties = Object.fromEntries(names.map((name) => [name.replace('?', ''), given[name]]));
  const required = names.filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function oneOfForms(nameKey: string, answersKey: string): Json {
  const via = {
    description:
      'Who sent the sender of the form: a short name, or the code of a partner. Optional, and no part of the answers. What does not fit is ignored.',
  };
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

/** The schema of a form's answers. */
export function answersSchema(form: FormDefinition): Json {
  const fields = fieldsOf(form);
  return {
    type: 'object',
    description: 'Other properties are left out. An optional field may be missing or empty.',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required, showIf, isOwn }) => required && !showIf && !isOwn).map(({ name }) => name),
  };
}

/** The schema of a field, by the rules of readAnswers (forms/read.ts). */
function fieldSchema(field: Field): Json {
  const { label, hint, type, options, hidden, showIf } = field;
  // A hidden field may have any value; an unknown one is ignored.
  if (hidden) return { title: label };
  const required = field.required && !showIf;
  const asked = showIf && `Read, and required where the form says so, only where ${conditionText(showIf)}.`;
  const description = [hint, asked].filter(Boolean).join(' ');
  const about = { type: 'string', title: label, ...(description && { description }) };
  const values = type === 'checkbox' ? ['yes'] : options?.map(({ value }) => value);
  if (takesFormerChoices(field)) return { ...about, examples: values, ...(required && { minLength: 1 }) };
  if (values) return { ...about, enum: required ? values : [...values, ''] };
  if (type === 'email') return { ...about, pattern: required ? emailPattern : `^$|${emailPattern}` };
  return { ...about, ...(required && { minLength: 1 }) };
}

function conditionText({ field, is, showIf }: Condition): string {
  return `${field} is ${is.join(' or ')}${showIf ? `, and ${conditionText(showIf)}` : ''}`;
}

/** The pattern of an e-mail address: text without spaces, @, text, dot, text. */
const emailPattern = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';

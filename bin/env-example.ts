import { writeFileSync } from 'node:fs';
import { settings } from '#server/env.ts';

const head = `# Every setting is optional. \`npm start\` reads the environment; this file is for copying from.
# Each may stand in a file instead, for secrets: SMTP_URL_FILE=/run/secrets/smtp_url.
`;

/** What `.env.example` says: each setting with its default, or an example in a comment. */
export function envExample(): string {
  const entries = Object.entries(settings.shape).map(([name, schema]) => {
    const { description, example } = schema.meta() ?? {};
    const standard = textOf(schema.def.defaultValue);
    return `# ${description}\n${standard === '' ? `# ${name}=${example}` : `${name}=${standard}`}\n`;
  });
  return [head, ...entries].join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
}

// npm run env-example: writes it, after a setting was added or changed.
if (import.meta.main) writeFileSync(new URL('../.env.example', import.meta.url), envExample());

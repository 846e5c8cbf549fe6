import { writeFileSync } from 'node:fs';
import { settings } from '#server/core/settings/env.ts';

const head = `# Every setting is optional, and everything here is a comment: a copy of this file sets nothing until you take a # away.
# \`npm start\` reads the environment; systemd and containers read such a file into it.
# Each may be in a file of its own instead, for secrets: SMTP_URL_FILE=/run/secrets/smtp_url.
`;

/**
 * The text of `.env.example`: each setting with its default or an example, both in comments, so that a copy of the file changes
 * nothing.
 */
export function envExample(): string {
  const entries = Object.entries(settings.shape).map(([name, schema]) => {
    const { description, example } = schema.meta() ?? {};
    const standard = textOf(schema.def.defaultValue);
    const introduction = standard !== '' ? ' The default:' : example ? ' For example:' : '';
    return `# ${description}${introduction}\n# ${name}=${standard || example}\n`;
  });
  return [head, ...entries].join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
}

// npm run env-example: writes it, after a setting was added or changed.
if (import.meta.main) writeFileSync(new URL('../.env.example', import.meta.url), envExample());

import type { Recipe } from './follow-recipe.ts';

/** What is added to the desk, and to what runs behind it. */
export const deskRecipes: Recipe[] = [
  {
    headings: ['Add to the rows of the inbox'],
    atMost: 2,
    edits: [
      {
        file: 'server/submissions/view/submission-reader.ts',
        before: '  createdAt: number;\n  /** The response target that visitors',
        add: '  postcode: string;\n',
      },
      {
        file: 'server/submissions/view/submission-reader.ts',
        before: '    createdAt: row.created_at,\n    dueAt: row.due_at,',
        add: "    postcode: data.postcode ?? '',\n",
      },
      {
        file: 'app/desk/inbox/inbox-list.tsx',
        before: '          <span>{reference}</span>',
        add: '          <span>{row.postcode}</span>{" "}\n',
      },
    ],
  },
  {
    headings: ['Add a kind of job'],
    atMost: 2,
    edits: [
      {
        file: 'server/privacy/paper-count.ts',
        text: () => `import { hour } from '#forms/durations.ts';
import { defineJob, done, every } from '#server/jobs/define-job.ts';

/** Counts papers every hour. */
export const paperCount = defineJob({
  kind: 'paper-count',
  title: 'Counting papers',
  next: every(hour),
  handle: async () => done('None.'),
});
`,
      },
      { file: 'server/privacy/privacy.ts', after: 'jobs: [retention.jobKind, expiredAccess, ', add: 'paperCount, ' },
      {
        file: 'server/privacy/privacy.ts',
        before: 'import { createRetentionAlarms }',
        add: "import { paperCount } from './paper-count.ts';\n",
      },
    ],
  },
  {
    headings: ['Add a setting'],
    atMost: 3,
    edits: [
      {
        file: 'server/env.ts',
        before: '  EXPORT_DIR: optional(',
        add: "  PAPERS_URL: optional(webUrl(), 'https://papers.example.com').describe('Where papers go. Unset: nowhere.'),\n",
      },
      {
        file: '.env.example',
        before: '# Where the public pages are exported as files by npm run upgrade',
        add: '# Where papers go. Unset: nowhere. For example:\n# PAPERS_URL=https://papers.example.com\n\n',
      },
      { file: 'server/env.test.ts', before: '    exportDir: null,\n', add: '    papersUrl: null,\n' },
      { file: 'server/env.test.ts', before: "      EXPORT_DIR: '/var", add: "      PAPERS_URL: 'https://papers.example',\n" },
      { file: 'server/env.test.ts', before: "    exportDir: '/var", add: "    papersUrl: 'https://papers.example',\n" },
    ],
  },
  {
    headings: ['Add an alarm'],
    atMost: 3,
    edits: [
      {
        file: 'server/privacy/retention-alarms.ts',
        after: '  return [\n',
        add: `    defineAlarm({
      name: 'papers_lost',
      about: 'Papers',
      what: 'Papers are lost.',
      todo: 'Look for them.',
      check: () => null,
    }),
`,
      },
      {
        file: 'docs/alerts.yml',
        before: '      - alert: KerbsideJobsFailing\n',
        add: `      - alert: KerbsidePapersLost
        expr: kerbside_alarm{name="papers_lost"} == 1
        labels: { severity: ticket }
        annotations:
          summary: Papers are lost.
`,
      },
      {
        file: 'docs/operations.md',
        before: '**KerbsideJobsFailing** (`jobs_failing`).',
        add: '**KerbsidePapersLost** (`papers_lost`). Look for them.\n\n',
      },
    ],
  },
];

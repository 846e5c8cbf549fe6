import type { Recipe } from './follow-recipe.ts';
import { deskRecipes } from './recipes-of-the-desk.ts';

/** As many sentences of seven words or more as a page needs, each another one. */
const sentences = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => `Of ${what}, keep number ${index + 1} with your other papers at home.`).join(' ');

/** The recipes of CONTRIBUTING.md, followed to the letter. */
export const recipes: Recipe[] = [
  {
    headings: ['Add a field to a form in five minutes'],
    atMost: 1,
    edits: [
      {
        file: 'forms/claim-sections.ts',
        before: "      {\n        name: 'reportedToPolice',",
        add: "      { name: 'dashcam', label: 'Do you have dashcam footage?', type: 'radio', options: yesOrNo },\n",
      },
    ],
  },
  {
    headings: ['Add a section with a condition'],
    atMost: 1,
    edits: [
      {
        file: 'forms/claim-sections.ts',
        before: "  {\n    title: 'Insurance Details',",
        add: "{ title: 'Rental', showIf: { field: 'vehicleType', is: ['van'] }, fields: [{ name: 'rent', label: 'Rent', type: 'text' }] },",
      },
    ],
  },
  {
    headings: ['Add a service'],
    atMost: 1,
    edits: [
      {
        file: 'content/services/towing.md',
        copyOf: 'content/services/vehicle-repair.md',
        text: (source) =>
          `${withFrontMatter(source, {
            title: 'Towing',
            description: 'A truck for a car that cannot go by itself.',
            order: '90',
            pageTitle: 'Towing From Where You Are',
            metaDescription:
              'A truck comes to where you are and takes your car to where it can be looked at. We tell you before it comes what that costs.',
            heroTitle: 'Towed before you know it',
            heroLead: 'A truck for a car that cannot go by itself.',
          })}\n\n## What to keep\n\n${sentences(40, 'towing')}\n\n## Example, with round figures\n\nTen miles cost ten pounds in this example.\n\n**Next:** call us, and say where the car is.\n`,
      },
    ],
  },
  {
    headings: ['Add a guide'],
    atMost: 1,
    edits: [
      {
        file: 'content/guides/papers-to-keep.md',
        copyOf: 'content/guides/courtesy-car-or-credit-hire.md',
        text: (source) =>
          `${withFrontMatter(source, {
            title: 'Papers To Keep',
            description:
              'Which papers of an accident to keep, for how long, and who may ask you for them later, told in the order in which they come.',
            heading: '"Which papers should you keep?"',
            lead: 'Keep every paper that somebody sends you, and every receipt that you are given.',
          })}\n\n## The short answer\n\n${sentences(60, 'papers')}\n\n**Next:** call us, or send us what you have.\n`,
      },
    ],
  },
  {
    headings: ['Add a page'],
    atMost: 2,
    edits: [
      {
        file: 'content/pages/prices-head.ts',
        text: () => `import type { PageContent } from '../types.ts';

export const pricesPage: PageContent = {
  path: '/prices',
  title: 'What Parts And Hours Are Charged At',
  description: 'What parts and hours are charged at by the garages that repair the vehicles, told for each kind of vehicle and for each trade.',
  heading: 'What parts and hours are charged at',
  lead: 'For each kind of vehicle.',
};
`,
      },
      {
        file: 'app/site/prices-page.tsx',
        text: () => `import { pricesPage } from '#content/pages/prices-head.ts';
import type { Route } from './+types/prices-page.ts';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';

export const meta: Route.MetaFunction = () => pageMeta(pricesPage);

export default function PricesPage() {
  return <PageHero page={pricesPage} />;
}
`,
      },
    ],
  },
  {
    headings: ['Add an action on a claim', 'Add a kind of email'],
    atMost: 3,
    edits: [
      {
        file: 'server/submissions/actions/link-actions.ts',
        after: 'export const linkActions = {\n',
        add: `  'papers asked for': definePlainAction({
    undoneBy: 'papers not asked for',
    pastTense: 'asked for papers',
    conflictsWith: ['papers asked for'],
    keeps: {
      title: 'Asked for papers',
      columns: null,
      onClaimantsPage: 'We asked you for your papers.',
      tells: () => null,
    },
    run: async ({ tx, row, now }) => {
      const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
      await enqueue(tx, emailToSender(sent, papersPlease, now));
      return { kind: 'done', undo: {}, hasEmail: true };
    },
  }),

  'papers not asked for': definePlainAction({
    undoneBy: null,
    pastTense: 'took back that papers were asked for',
    keeps: null,
    run: async () => ({ kind: 'done' }),
  }),

`,
      },
      { file: 'server/submissions/actions/link-actions.ts', before: " } from '../sender-emails.ts';", add: ', papersPlease' },
      {
        file: 'server/submissions/sender-emails.ts',
        before: '/** A new private link, which staff made. */',
        add: `export const papersPlease = defineEmail({
  template: 'papers-please',
  title: 'To the sender: asked for papers',
  to: 'sender',
  render: ({ reference }) => ({
    subject: \`Your papers, please: reference \${reference}\`,
    title: 'Your papers, please',
    paragraphs: ['Please send us what you have.', sooner()],
    closing: [companyDetails],
  }),
});

`,
      },
      {
        file: 'server/submissions/sender-emails.ts',
        after: 'export const senderEmails = [acknowledgement, ',
        add: 'papersPlease, ',
      },
      {
        file: 'app/desk/submission/next-steps.tsx',
        before: "            {closed && <ActionButton action={{ type: 'reopened' }}>",
        add: "            {!closed && <ActionButton action={{ type: 'papers asked for' }}>Ask for papers</ActionButton>}\n",
      },
      {
        file: 'app/desk/submission/next-steps.tsx',
        before: "  contacted: () => 'Marked as contacted.',\n",
        add: "  'papers asked for': () => 'Asked for papers.',\n  'papers not asked for': () => 'Papers are not asked for.',\n",
      },
    ],
  },
  ...deskRecipes,
];

/** The front matter of a page of content with other values. */
function withFrontMatter(source: string, values: Record<string, string>): string {
  const [, frontMatter = ''] = source.split(/^---$/m);
  const lines = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}: .*$`, 'm'), () => `${name}: ${value}`),
    frontMatter,
  );
  return `---${lines}---`;
}

/** Who may import whom. ARCHITECTURE.md shows this table to people; build-tools/import-table.test.ts holds the two together. */
const table = require('./build-tools/import-table.cjs');

const folders = Object.keys(table);
/** Content is read where it was gathered: build-tools/gather-content.mjs. */
const whole = (folder) => (folder === 'content' ? '^(?:content|\\.gathered)/' : `^${folder}/`);
const inside = (folder) => folders.filter((other) => other.startsWith(`${folder}/`));
/** A folder without those in it that have a row of their own. */
const own = (folder) =>
  inside(folder).length > 0
    ? `^${folder}/(?!(?:${inside(folder)
        .map((other) => other.slice(folder.length + 1))
        .join('|')})/)`
    : whole(folder);

const allowedTo = (folder) =>
  [folder, ...table[folder]].map((other) => (`${folder}/`.startsWith(`${other}/`) ? own : whole)(other));
/** Folders in folders, with what they lie in. */
const rooms = folders.filter((folder) => inside(folder).length > 0);

module.exports = {
  forbidden: [
    ...folders.map((folder) => ({
      name: `${folder} imports only what the table allows`,
      severity: 'error',
      from: { path: own(folder), pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(app|content|\\.gathered|forms|server|bin|build-tools|content-rules|e2e|bench)/',
        pathNot: allowedTo(folder),
        dependencyTypesNot: ['type-only'],
      },
    })),
    ...rooms.flatMap((room) =>
      [room, ...inside(room)].map((folder) => ({
        name: `${folder} takes no types from above it in its room`,
        severity: 'error',
        // The App names what all rooms give to it.
        from: { path: own(folder), pathNot: ['\\.test\\.tsx?$', '^server/core/app\\.ts$'] },
        to: { path: whole(room), pathNot: allowedTo(folder) },
      })),
    ),
    {
      name: 'pages and forms take types only from the server',
      severity: 'error',
      from: { path: '^(app|content|forms)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'wiring is imported by no folder',
      severity: 'error',
      from: { path: '^(app|content|forms|server)/.*/', pathNot: ['\\.test\\.tsx?$', '^server/web/[^/]+$'] },
      to: {
        path: '^server/(?:(?:open-app|modules|main|bundle)|web/(?:desk|web|app|app-with-pages|[a-z]+-router))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'what tests share stays out of the product',
      severity: 'error',
      from: { path: '^(app|content|forms|server)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^testing/' },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'the mail library stays in two files',
      severity: 'error',
      from: { path: '^(app|server)', pathNot: '^server/(mail/out/smtp-transport|core/settings/setting-kinds)\\.ts$' },
      to: { path: 'node_modules/nodemailer/' },
    },
    {
      name: 'what is imported exists',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\.md', 'build/server/index'] },
    },
  ],
  options: {
    includeOnly:
      '^(app|content|\\.gathered|forms|server|bin|build-tools|content-rules|bench|e2e|testing|node_modules/nodemailer|virtual:|\\.\\.?/|#)',
    doNotFollow: { path: 'node_modules' },
    // React Router's generated types (./+types/…) belong to no folder.
    // The files of testing/rebranded import what will be beside them in the gathered content.
    exclude: { path: '^testing/rebranded/|/\\+types/|\\.md(\\?card|\\?link)?$|\\.css' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js'] },
  },
};

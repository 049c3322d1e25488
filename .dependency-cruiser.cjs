// Import rules between files, as described in docs/architecture.md. They check imports that exist at run time. Floors and
// rooms, where type imports count too, are checked by scripts/rooms.ts.
const ends = '(\\.js)?$' // scripts/boundaries.mjs appends .js to the names of transpiled files

const browserCode = `(/islands/[^/]+\\.tsx?|\\.client\\.tsx?|^src/(platform/web|faces/storefront)/client/.+|^src/faces/admin/client\\.tsx)${ends}`

const forbidden = [
  {
    name: 'no-circles',
    comment: 'Two files that need each other are one file, or lack a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'money-knows-nobody',
    comment: 'Everybody counts with money; it counts on nobody.',
    from: { path: '^src/platform/money/', pathNot: `\\.test\\.ts${ends}` },
    to: { path: '^src/', pathNot: '^src/platform/money/' },
  },
  {
    name: 'rules-are-pure',
    comment: 'cart/cart.ts and its like decide; they neither read nor write. What they need is passed in.',
    from: { path: `^src/[^/]+/([^/]+)/\\1\\.ts${ends}`, pathNot: '^src/platform/jobs/' },
    to: {
      path: `\\.(store|table|routes|client)\\.tsx?${ends}|^src/platform/database/|node_modules/(drizzle-orm|pg|hono)/`,
    },
  },
  {
    name: 'browser-stays-light',
    comment:
      'What browsers load reaches no queries, no tables, no full zod and nothing of Node, not by a detour either.',
    from: { path: browserCode, pathNot: `\\.test\\.tsx?${ends}` },
    to: {
      path: `\\.(store|table)\\.ts${ends}|node_modules/(zod|drizzle-orm|pg|pg-boss|sharp|stripe|hono|iso-3166|localized-address-format|postcode-validator|libphonenumber-js)/`,
      reachable: true,
    },
  },
  {
    name: 'browser-has-no-node',
    comment: "Node's own modules do not exist in a browser.",
    from: { path: browserCode, pathNot: `\\.test\\.tsx?${ends}` },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'sandbox-is-a-stranger',
    comment: 'The sandbox stands for the provider: only the start of the server knows that it is ours.',
    from: {
      path: '^src/',
      pathNot: `^src/(server|prepare|open-shop)\\.ts${ends}|\\.test\\.tsx?${ends}`,
    },
    to: { path: '^sandbox/' },
  },
  {
    name: 'provider-stays-in-payments',
    comment: 'Another provider must be a change of one folder.',
    from: { path: '^src/', pathNot: '^src/shop/gateways/' },
    to: { path: 'node_modules/(stripe|@stripe)/' },
  },
  {
    name: 'tests-are-not-imported',
    comment: 'The shop runs without its tests.',
    from: { path: '^(src|sandbox|db)/', pathNot: `\\.test\\.tsx?${ends}|/open-test-[^/]+\\.ts${ends}` },
    to: { path: `^test/|^scripts/|\\.test\\.tsx?${ends}` },
  },
  {
    name: 'demo-stays-in-the-seed',
    comment: 'The shop does not know its demo data; the start and the commands put it in.',
    from: { path: '^src/', pathNot: `^src/[^/]+\\.ts${ends}|^src/cli/|\\.test\\.tsx?${ends}` },
    to: { path: '^db/' },
  },
]

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
}

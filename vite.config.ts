import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Entry scripts of a page; their dynamic imports become chunks of their own. */
const clientEntries = [
  'src/faces/storefront/client/boot.ts',
  'src/faces/storefront/client/styles.ts',
  'src/people/identity/sign-in/sign-in.client.ts',
  'src/faces/storefront/accounts/account.client.ts',
  'src/faces/storefront/accounts/address.client.ts',
  'src/faces/storefront/accounts/add-payment-method.client.ts',
  'src/people/identity/factors/passkeys.client.ts',
  'src/people/identity/factors/recovery-codes.client.ts',
  'src/site/forms/client/contact-form.client.ts',
  'src/shop/checkout/client/checkout.client.ts',
  'src/shop/checkout/client/order-pay.client.ts',
  'src/shop/checkout/client/order-received.client.ts',
  'src/faces/admin/client.tsx',
  'src/site/builder/blocks/tabs/tabs.client.ts',
  'src/site/builder/editor/editor.client.tsx',
].filter((entry) => existsSync(entry))

const SHOP_STYLES = '\0shop-styles.js'

/**
 * All style sheets of the storefront as one module. Their classes are used in the server's HTML and not in the
 * browser's scripts, so each has to be kept although no browser code uses its names.
 */
const shopStyles: Plugin = {
  name: 'shop-styles',
  enforce: 'post',
  resolveId: (id) => (id === 'virtual:shop-styles' ? SHOP_STYLES : null),
  load(id) {
    if (id !== SHOP_STYLES) return null
    const files = globSync('src/**/*.module.css').filter((file) => !/(^|\/)(admin|editor)\//.test(file))
    return files
      .toSorted()
      .map((file) => `import '/${file}'`)
      .join('\n')
  },
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
}

/** Every page of the storefront has its style sheet from the start: scripts that use its classes need not name it. */
const styledFromTheStart: Plugin = {
  name: 'styled-from-the-start',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const classes = chunks.find(({ name }) => name === 'shop')?.viteMetadata?.importedCss
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/storefront/client/styles.ts'))
      for (const file of classes ?? []) page?.viteMetadata?.importedCss.add(file)
      classes?.clear()
    },
  },
}

/** Replaces Vite's `import()` helper in the storefront: see `src/faces/storefront/client/preload.ts`. */
const smallPreload: Plugin = {
  name: 'small-preload',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? resolve('src/faces/storefront/client/preload.ts') : null),
  renderChunk: (code) =>
    code.includes('importAddress(') ? { code: code.replace('importAddress(', 'import('), map: null } : null,
}

const NO_HASH = '\0no-hash.js'

/**
 * Puck compares style sheets that it copies into its frame, which the builder does not let it do. Its hash would bring
 * a helper for `require` into the file that every island loads.
 */
const noHash: Plugin = {
  name: 'no-hash',
  enforce: 'pre',
  resolveId: (id) => (id === 'object-hash' ? NO_HASH : null),
  load: (id) => (id === NO_HASH ? 'export default String' : null),
}

const BROWSER_LANGUAGE = "domEnv ? nav.language : 'en-US'"

/** uPlot formats numbers in the browser's language as it loads, and throws if that is no language tag: 'en-US@posix'. */
const shopLanguage: Plugin = {
  name: 'shop-language',
  transform: {
    filter: { id: /uPlot\.esm\.js$/ },
    handler(code) {
      if (!code.includes(BROWSER_LANGUAGE)) this.error('uPlot reads the language of the browser elsewhere')
      return { code: code.replace(BROWSER_LANGUAGE, "'en-CA'"), map: null }
    },
  },
}

/** The package names its development build for every condition, which warns and checks at the cost of 5 KB. */
const productionRouter: Plugin = {
  name: 'production-router',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(id) {
    const file = id === 'react-router' ? 'index' : id === 'react-router/dom' ? 'dom-export' : null
    return file && resolve(`node_modules/react-router/dist/production/${file}.mjs`)
  },
}

/**
 * Packages of many modules, inside the server's own files. Node reads the exports of a package, 130 KB in Drizzle's, for
 * each module that it looks up: loading the server takes half the time.
 */
const packedIn: Plugin = {
  name: 'packed-in',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'ssr'
      ? { resolve: { noExternal: [/^drizzle-orm/, /^@?better-(auth|call)/, /^(hono|jose|stripe|zod)(\/|$)/] } }
      : null,
}

/**
 * Builds the browser's files (`dist/client`) and the server (`dist/server`). A CSS class has the same name in both.
 */
export default defineConfig({
  plugins: [react(), shopStyles, styledFromTheStart, smallPreload, productionRouter, shopLanguage, noHash, packedIn],
  appType: 'custom',
  publicDir: false,
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[local]_[hash]' } },
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        // The helper is loaded before any dynamic import. Scripts of listing and product pages list no dependencies of what
        // they may import later: the names weigh more on every page than the parallel load saves on some.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, files, { hostId }) => {
            if (/\/(cart|adding|choosing|product-page)-/.test(hostId)) return []
            // The frame of the back office names the styles of each screen only: a list of all scripts of sixty screens
            // weighs more on its first page than a screen's imports take to be found.
            if (/\/kit-/.test(hostId)) return files.filter((one) => one.endsWith('.css'))
            // The runtime of the bundler is small, and most pages have loaded it with something else.
            const loaded = /\/(preload|boot|runtime)-/
            return files.filter((one) => one !== file && !loaded.test(one))
          },
        },
        rolldownOptions: {
          input: clientEntries,
          // An address is a text of the file that uses it, instead of one that it loads.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            // Scripts name each other, so every letter of a file's name is loaded again with each of them.
            chunkFileNames: ({ name }) => `assets/${name.replace(/^rolldown-|\.(client|island)$/g, '')}-[hash:7].js`,
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // One small style sheet for the whole storefront: islands find their styles already loaded.
                { name: 'shop', test: /src\/(?!.*\/(admin|editor)\/).*\.css$/, priority: 2 },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
                // The page builder shares it with the frame of the back office, which is smaller in few files.
                {
                  name: 'kit',
                  test: /node_modules\/(react-router|@tanstack\/(query-core|react-query))\/(?!.*nfiniteQuery(Observer)?\.)|src\/platform\/(ui\/icon|web\/routes\/(paths|hrefs|query)|time\/shop-time|access\/permissions)\.|src\/platform\/admin\/(admin-context|start\/|badge|controls\.|form\/unsaved|parts\.|rest\.|screen\.|screen-header|shortcuts\.|states|toast)|src\/faces\/admin\/(frame|screens)\.|\/admin\/(screens|submission-screens)\.ts|\/capabilities\.ts/,
                  priority: 0,
                },
                // What most screens of the back office share is one file: its frame names the files of each.
                {
                  name: 'screens',
                  test: /(src\/platform\/(files\/format-bytes|admin\/(confirm-button|dialog\.module|resource|form\/(load-together|form\.module)|list\/list-state))|@tanstack\/.*\/(useMutation|mutationObserver))\./,
                  priority: 1,
                },
                {
                  name: 'lists',
                  test: /src\/platform\/admin\/(popup\.|list\/(?!list-(controls|state)\.|nav-count))/,
                  priority: 1,
                },
                {
                  name: 'fields',
                  test: /src\/platform\/admin\/fields\/(field|fold|form-fields|media-item|media-picker|numbers|rich-text)(\.module)?\./,
                  priority: 1,
                },
                // Its parts that load later share most of the screen of a product.
                {
                  name: 'product-screen',
                  test: /src\/shop\/catalog\/(facts|admin\/product\/(?!conflict|downloads|past-texts))/,
                  priority: 1,
                },
                { name: 'counts', test: /\/(nav-count|pending-count|unread-count)\./, priority: 1 },
                // What reacts to any option loads as one file.
                {
                  name: 'choice-made',
                  test: /src\/faces\/storefront\/product\/islands\/(show-variation|variation-events)/,
                  priority: 1,
                },
                // Whatever scrolls a page, and what asks for it on most pages.
                { name: 'motion', test: /src\/platform\/web\/client\/(motion\.client|reveal-notice)\.ts/, priority: 1 },
                // The code of cart and hearts that every page with an add-to-cart button needs at once.
                {
                  name: 'cart',
                  test: /src\/shop\/(cart\/client\/(cart(-calls|-events|-fragments|-queue|-refresh|-settings)?|min-quantity)|saved\/saved)\.client/,
                  priority: 1,
                },
                // What hydrates islands with the common code of all add-to-cart forms, and that of all product pages: one file compresses better
                // than six.
                {
                  name: 'adding',
                  test: /src\/(faces\/storefront\/product\/islands\/add-|platform\/ui\/button\.|platform\/web\/client\/hydrate|faces\/storefront\/client\/islands\.)/,
                  priority: 1,
                },
                {
                  name: 'choosing',
                  test: /src\/(faces\/storefront\/product\/islands\/(variation-(form|options|purchase)|purchase-props)|shop\/catalog\/(match-variation|variation-texts))/,
                  priority: 1,
                },
                {
                  name: 'product-page',
                  test: /src\/(faces\/storefront\/(client\/hydrate-islands|product\/(product-page|gallery\/(gallery|third-party-scripts))\.client)|platform\/web\/client\/(tabs|trigger-event))\.ts/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        sourcemap: true,
        target: 'node24',
        rolldownOptions: {
          input: { server: 'src/server.ts', shop: 'src/cli.ts', sandbox: 'sandbox/main.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
})

import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Scripts a page can begin with; what they import when needed becomes files of its own. */
const clientEntries = [
  'src/faces/storefront/client/boot.ts',
  'src/faces/storefront/client/styles.ts',
  'src/people/accounts/sign-in.client.ts',
  'src/shop/checkout/checkout.client.ts',
  'src/shop/checkout/order-pay.client.ts',
  'src/shop/checkout/order-received.client.ts',
  'src/faces/admin/client.tsx',
].filter((entry) => existsSync(entry))

const SHOP_STYLES = '\0shop-styles.js'

/**
 * All style sheets of the shop front as one module. The server's markup names their classes, not the browser's scripts,
 * so each must stay though nobody in the browser asks for its names.
 */
const shopStyles: Plugin = {
  name: 'shop-styles',
  enforce: 'post',
  resolveId: (id) => (id === 'virtual:shop-styles' ? SHOP_STYLES : null),
  load(id) {
    if (id !== SHOP_STYLES) return null
    const files = globSync('src/**/*.module.css').filter((file) => !/(^|\/)admin\//.test(file))
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

/** Gives the shop front a small `import()` helper: `src/faces/storefront/client/preload.ts` says what it does. */
const smallPreload: Plugin = {
  name: 'small-preload',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? resolve('src/faces/storefront/client/preload.ts') : null),
}

/** Makes what browsers load (`dist/client`) and what Node runs (`dist/server`). A CSS class has the same name in both. */
export default defineConfig({
  plugins: [react(), shopStyles, smallPreload],
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
        // The helper is there by the time anything is imported: only what comes with it is worth a word in every script.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, files) => {
            const others = files.filter((one) => one !== file && !/\/(preload|boot)-/.test(one))
            return others.length > 0 ? [file, ...others] : []
          },
        },
        rolldownOptions: {
          input: clientEntries,
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // One small style sheet for the whole shop front: islands find their styles already there.
                { name: 'shop', test: /src\/(?!.*\/admin\/).*\.css$/, priority: 2 },
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
                // What wakes any island, and what follows any choice: each is fetched together.
                {
                  name: 'hydrate',
                  test: /src\/(platform\/web\/client\/hydrate|faces\/storefront\/client\/islands)\.ts/,
                  priority: 1,
                },
                {
                  name: 'choice-made',
                  test: /src\/faces\/storefront\/product\/islands\/(show-variation|variation-events)/,
                  priority: 1,
                },
                // What every page with something to buy needs of the cart at once.
                {
                  name: 'cart',
                  test: /src\/shop\/cart\/(cart(-calls|-events|-fragments|-queue|-refresh|-settings)?|min-quantity)\.client/,
                  priority: 1,
                },
                // What all forms for adding begin with, and what all product pages do: one file compresses better than six.
                {
                  name: 'adding',
                  test: /src\/(faces\/storefront\/product\/islands\/(add-|quantity)|platform\/ui\/button\.)/,
                  priority: 1,
                },
                {
                  name: 'choosing',
                  test: /src\/(faces\/storefront\/product\/islands\/(variation-(form|options|purchase|details)|lookup)|shop\/catalog\/(match-variation|variation-texts))/,
                  priority: 1,
                },
                {
                  name: 'product-page',
                  test: /src\/(faces\/storefront\/product\/(product-page|gallery\/(gallery|third-party-scripts))\.client|platform\/web\/client\/(tabs|trigger-event))\.ts/,
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
          input: { server: 'src/server.ts', shop: 'src/cli.ts' },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
})

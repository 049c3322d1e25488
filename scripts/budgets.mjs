// Compares the compressed JavaScript that each kind of page loads with its budget (docs/benchmarks.md). Counts
// everything a page fetches before and after its islands hydrate; the payment provider's scripts are not counted.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const client = join(root, 'dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))

/** Fetched immediately by every page. */
const boot = ['src/faces/storefront/client/boot.ts']
/** Fetched on the first interaction. */
const header = ['src/faces/storefront/client/header.ts']
/** Fetched by posts, to show pictures and titles in a size that fits. */
const post = [...boot, 'src/site/content/content-page.client.ts']
/** Fetched while a reader reads a text. */
const reading = [
  ...header,
  'src/site/content/lazy-videos.client.ts',
  'src/site/content/contents.client.ts',
  'src/site/comments/comment-reply.client.ts',
]
/** The scripts of all presentation features, fetched when a feature comes into view. */
const features = [
  'src/site/lightbox/lightbox.client.ts',
  'src/site/features/features.client.ts',
  'src/site/features/counter/counter.client.ts',
  'src/site/features/expanding-grid/expanding-grid.client.ts',
  'src/site/features/flip-boxes/flip-boxes.client.ts',
  'src/site/features/gallery-carousel/gallery-carousel.client.ts',
  'src/site/features/home-slider/home-slider.client.ts',
  'src/site/features/skill-bars/skill-bars.client.ts',
  'src/site/features/testimonials/testimonials.client.ts',
  'src/site/features/vertical-slider/vertical-slider.client.ts',
]
/** The scripts that a contact form adds to its page, including the proof of work. */
const contactForm = ['src/site/forms/client/contact-form.client.ts', 'src/people/abuse/solve-challenge.client.ts']
const cart = ['cart']
/** Fetched by a page that shows a notice when it opens. */
const notices = ['motion']
const listing = [
  ...boot,
  ...cart,
  'src/shop/listing/listing.client.ts',
  'src/shop/listing/search-suggestions.client.ts',
]
const productPage = [...boot, ...cart, 'product-page', 'adding']
const product = [...productPage, ...notices, 'src/faces/storefront/product/islands/simple-purchase.island.tsx']
const variableProduct = [...productPage, ...notices, 'choosing']
const groupedProduct = [...productPage, ...notices, 'src/faces/storefront/product/islands/group.island.tsx']

/** Fetched when the review form comes into view. */
const reviewing = ['src/site/comments/comment-form.client.ts', 'src/people/abuse/solve-challenge.client.ts']

/** Kilobytes after gzip. */
const budgets = [
  { page: 'post', sources: post, kilobytes: 5 },
  { page: 'post, read', sources: [...post, ...reading], kilobytes: 10 },
  { page: 'with every feature', sources: [...post, ...reading, ...features], kilobytes: 40 },
  { page: 'portfolio', sources: [...boot, ...header, 'src/site/projects/portfolio-filter.client.ts'], kilobytes: 10 },
  { page: 'contact form', sources: contactForm, kilobytes: 12 },
  { page: 'listing', sources: listing, kilobytes: 85 },
  { page: 'product', sources: product, kilobytes: 85 },
  { page: 'variable', sources: variableProduct, kilobytes: 85 },
  { page: 'grouped', sources: groupedProduct, kilobytes: 85 },
  { page: 'product, reviewed', sources: [...product, ...reviewing], kilobytes: 90 },
  {
    page: 'checkout',
    sources: [
      ...boot,
      ...cart,
      ...notices,
      'src/shop/tracking/attribution-inputs.client.ts',
      'src/shop/checkout/client/checkout.client.ts',
    ],
    kilobytes: 120,
  },
  { page: 'order pay', sources: [...boot, ...notices, 'src/shop/checkout/client/order-pay.client.ts'], kilobytes: 40 },
]

/** Chunks named in vite.config.ts are found by that name, all others by their source. */
const sourceOf = (key) => (key.startsWith('_') ? manifest[key].name : key)
const chunks = new Map(Object.entries(manifest).map(([key, chunk]) => [sourceOf(key), chunk]))

/** The files of these sources with all their static imports; dynamic imports are listed by the page that makes them. */
function files(sources) {
  const seen = new Set()
  const visit = (key) => {
    const chunk = chunks.get(key)
    if (!chunk) throw new Error(`The client build has no ${key}: has it moved? Mend the list in scripts/budgets.mjs.`)
    if (seen.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(sourceOf(imported))
  }
  for (const source of sources) visit(source)
  return [...seen]
}

const compressed = (file) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
const inKilobytes = (bytes) => (bytes / 1000).toFixed(1)

// A source that the first script imports dynamically has to be in one of the lists above; otherwise it would not be
// counted.
const counted = new Set(budgets.flatMap((budget) => budget.sources))
const known = new Set([
  ...counted,
  'src/faces/storefront/appearance/admin-bar.client.ts',
  'src/people/identity/passwords/show-password.ts',
])
const uncounted = (manifest['src/faces/storefront/client/boot.ts'].dynamicImports ?? [])
  .map(sourceOf)
  .filter((source) => !known.has(source))

let isOver = uncounted.length > 0
for (const source of uncounted) console.log(`  ${source} is loaded by pages, but counted for none of them`)
for (const { page, sources, kilobytes } of budgets) {
  const bytes = files(sources).reduce((sum, file) => sum + compressed(file), 0)
  const isWithin = bytes <= kilobytes * 1000
  isOver ||= !isWithin
  console.log(
    `  ${page.padEnd(18)} ${inKilobytes(bytes).padStart(6)} KB of script, ${kilobytes} KB allowed${isWithin ? '' : '  TOO MUCH'}`,
  )
}
for (const file of manifest['src/faces/storefront/client/styles.ts'].css ?? []) {
  console.log(`  styles     ${inKilobytes(compressed(file)).padStart(6)} KB`)
}
process.exit(isOver ? 1 : 0)

/** The demo content by name, and what tests look for in its texts. */

import { attributes } from './attributes.ts'
import { categories } from './categories.ts'
import { home } from './home.ts'
import { pages as seedPages } from './pages.ts'
import { posts } from './posts.ts'
import { products } from './products.ts'
import { projects } from './projects.ts'
import type { SeedBlock } from './seed-blocks.ts'
import type { SeedProduct, SeedVariation } from './types.ts'

/** Simple products and variations: what has a price and stock. */
export const sellables = products.flatMap((product): readonly (SeedProduct | SeedVariation)[] =>
  product.type === 'simple' ? [product] : (product.variations ?? []),
)
export const bySlug = new Map(products.map((product) => [product.slug, product]))
export const bySku = new Map(sellables.map((sellable) => [sellable.sku, sellable]))
export const categorySlugs = new Set(categories.map((category) => category.slug))
export const terms = new Map(attributes.map((attribute) => [attribute.slug, attribute.terms]))
export const variable = products.filter((product) => product.type === 'variable')
export const bySize = variable.filter((product) => product.facts !== undefined)
/** The product with this SKU, or with a variation that has it. */
export const publishedOf = (sku: string) =>
  products.find((product) => product.sku === sku || product.variations?.some((variation) => variation.sku === sku))

/** All texts in a value, however deep. */
export const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
export const pages = seedPages.map(({ blocks, html, ...page }) => ({
  ...page,
  html: html ?? textsIn(blocks).join('\n'),
}))
/** The blocks of every page that is built of blocks. */
export const documents: readonly (readonly SeedBlock[])[] = [
  home,
  ...seedPages.flatMap(({ blocks }) => (blocks ? [blocks] : [])),
]

/** The values that occur more than once. */
export const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
export const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)
/** With an id in place of each name. */
export const numbered = (value: object) =>
  JSON.parse(JSON.stringify(value).replaceAll(/"(?:picture|product|post|product_cat):[^"]*"/g, '1')) as Readonly<
    Record<string, unknown>
  >
export const linksIn = (html: string) => [...html.matchAll(/(?:href|url)="([^"]+)"/g)].map((match) => match[1] ?? '')

/** Whether a link within the shop has a target. */
export const hasTarget = (href: string): boolean => {
  if (href.startsWith('mailto:') || href.startsWith('tel:')) return true
  const [, first, second] = href.split('/')
  if (first === 'product') return bySlug.has(second ?? '')
  if (first === 'product-category') return categorySlugs.has(second ?? '')
  if (first === 'blog') return second === '' || posts.some((post) => post.slug === second)
  if (first === 'project') return projects.some((project) => project.slug === second)
  if (['portfolio', 'shop', 'my-account'].includes(first ?? '')) return second === ''
  return pages.some((page) => page.slug === first)
}

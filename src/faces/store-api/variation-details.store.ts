import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { choiceLabels } from '../../shop/catalog/choice-labels.ts'
import type { Product } from '../../shop/catalog/product.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { VariationDetails } from './product-json.ts'

/** Slug and attribute labels of variations. Two queries, none without variations. */
export async function loadVariationDetails(
  db: Db,
  products: readonly Product[],
): Promise<Map<number, VariationDetails>> {
  const variations = products.filter((product) => product.type === 'variation')
  if (variations.length === 0) return new Map()
  const choicesById = new Map(variations.map(({ id, choices }) => [id, withoutOpenChoices(choices)]))
  const [slugs, labels] = await Promise.all([
    db
      .select({ id: entries.id, slug: entries.slug })
      .from(entries)
      .where(inArray(entries.id, [...choicesById.keys()])),
    choiceLabels(db, [...choicesById.values()]),
  ])
  return new Map(slugs.map(({ id, slug }) => [id, { slug, choices: labels(choicesById.get(id) ?? {}) }]))
}

/** Attributes without a fixed value are left out. */
const withoutOpenChoices = (choices: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''))

/** The id of the product or variation with this slug; a product takes precedence. */
export async function findBySlug(db: Db, slug: string): Promise<number | null> {
  const [row] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.slug, slug.replaceAll('\0', '')), inArray(entries.kind, ['product', 'product_variation'])))
    .orderBy(entries.kind)
    .limit(1)
  return row?.id ?? null
}

import { and, eq, inArray } from 'drizzle-orm'
import { choiceLabels } from '../catalog/choice-labels.ts'
import type { Product } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import { entries } from '../entries/entries.table.ts'
import type { VariationWords } from './product-json.ts'

/** Own address and choices in words of those that are variations. Two queries, and none where there are no variations. */
export async function variationWords(db: Db, found: readonly Product[]): Promise<Map<number, VariationWords>> {
  const variations = found.filter((product) => product.type === 'variation')
  if (variations.length === 0) return new Map()
  const chosen = new Map(variations.map(({ id, choices }) => [id, made(choices)]))
  const [slugs, labels] = await Promise.all([
    db
      .select({ id: entries.id, slug: entries.slug })
      .from(entries)
      .where(inArray(entries.id, [...chosen.keys()])),
    choiceLabels(db, [...chosen.values()]),
  ])
  return new Map(slugs.map(({ id, slug }) => [id, { slug, choices: labels(chosen.get(id) ?? {}) }]))
}

/** Choices that are left open are not made yet. */
const made = (choices: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''))

/** The id of the product, or variation, with this address; a product comes first. */
export async function findBySlug(db: Db, slug: string): Promise<number | null> {
  const [found] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.slug, slug.replaceAll('\0', '')), inArray(entries.kind, ['product', 'product_variation'])))
    .orderBy(entries.kind)
    .limit(1)
  return found?.id ?? null
}

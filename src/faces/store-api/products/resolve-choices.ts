import type { Db } from '../../../platform/database/connect.ts'
import { findProduct, loadSellables } from '../../../shop/catalog/catalog.store.ts'
import type { ProductAttribute } from '../../../shop/catalog/product.ts'

type NamedChoices = readonly (readonly [attribute: string, value: string])[]

/**
 * Resolves options by slug, `attribute_` plus slug, or label (store-cart-add-item.json). Null if they contradict the
 * requested variation.
 */
export async function resolveChoices(db: Db, productId: number, named: NamedChoices) {
  if (named.length === 0) return {}
  const variation = (await loadSellables(db, [productId])).get(productId)
  const product = await findProduct(db, { id: variation?.parentId ?? productId })
  const attributes = product?.attributes.filter((attribute) => attribute.isForVariations) ?? []
  const choices = named.map(([name, value]) => {
    const attribute = attributes.find((one) => matchesAttribute(one, name))
    const term = attribute?.terms.find((one) => equalsIgnoreCase(one.slug, value) || equalsIgnoreCase(one.name, value))
    return [attribute?.slug ?? name, term?.slug ?? value] as const
  })
  const isMismatch = choices.some(([name, value]) => !['', value].includes(variation?.choices[name] ?? ''))
  return isMismatch ? null : Object.fromEntries(choices)
}

const matchesAttribute = (attribute: ProductAttribute, name: string): boolean =>
  [attribute.slug, `attribute_${attribute.slug}`, attribute.label].some((candidate) =>
    equalsIgnoreCase(candidate, name),
  )

const equalsIgnoreCase = (expected: string, actual: string): boolean =>
  expected.toLowerCase() === actual.trim().toLowerCase()

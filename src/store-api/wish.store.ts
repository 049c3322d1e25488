import type { Wish } from '../cart/change-cart.ts'
import { findProduct, loadSellables } from '../catalog/catalog.store.ts'
import type { ProductAttribute } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'

type Named = readonly (readonly [attribute: string, value: string])[]

/**
 * The choices a caller names, as slugs: attributes go by slug, `attribute_` and slug, or label, values by slug or name
 * (store-cart-add-item.json). What the product does not know is kept as it is, so that it fits no variation. Null: a
 * variation was named, and choices that it does not have.
 */
export async function choicesNamed(db: Db, productId: number, named: Named): Promise<Wish['choices'] | null> {
  if (named.length === 0) return {}
  const variation = (await loadSellables(db, [productId])).get(productId)
  const product = await findProduct(db, { id: variation?.parentId ?? productId })
  const attributes = product?.attributes.filter((attribute) => attribute.isForVariations) ?? []
  const choices = named.map(([name, value]) => {
    const attribute = attributes.find((one) => isNamed(one, name))
    const term = attribute?.terms.find((one) => isSame(one.slug, value) || isSame(one.name, value))
    return [attribute?.slug ?? name, term?.slug ?? value] as const
  })
  const isOther = choices.some(([name, value]) => !['', value].includes(variation?.choices[name] ?? ''))
  return isOther ? null : Object.fromEntries(choices)
}

const isNamed = (attribute: ProductAttribute, name: string): boolean =>
  [attribute.slug, `attribute_${attribute.slug}`, attribute.label].some((known) => isSame(known, name))

const isSame = (known: string, given: string): boolean => known.toLowerCase() === given.trim().toLowerCase()

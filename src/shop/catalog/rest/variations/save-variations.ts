import { eq } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { retryingConflicts } from '../../../../platform/database/retry-conflict.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import { errorOf, isRestError, type RestError } from '../../../../platform/rest/response.ts'
import { invalidatePageTags } from '../../../../platform/web/page-tags.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { products } from '../../catalog.table.ts'
import { lockProductsAndStock, readRecords } from '../../product-record.store.ts'
import type { ProductInput, ProductRecord } from '../../product-record.ts'
import { refreshProducts } from '../../refresh-product.ts'
import { planProducts, saveProducts } from '../../save-product.ts'
import { skuKey } from '../../sku/sku.ts'
import { type ChangeShop, inputOfFields } from '../products/change-product.ts'
import { notFound as noProduct, problemError } from '../products/product-errors.ts'
import { findItem, type ProductItem } from '../products/products.store.ts'
import { Combinations } from './combinations.ts'
import type { VariationFields } from './variation-shape.ts'
import { loadVariations, type VariationItem, variationAttributes } from './variations.store.ts'

export const notFound = errorOf(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.')
const alreadyTrashed = errorOf(410, 'woocommerce_rest_already_trashed', 'The variation has already been deleted.')

/** `id: null` creates a variation. */
export type VariationChange =
  | { readonly kind: 'save'; readonly id: number | null; readonly body: VariationFields }
  | { readonly kind: 'trash' | 'delete'; readonly id: number }

/** All changes in one transaction; a refused one does not affect others. Returns deleted variations as they were. */
export const changeVariations = retryingConflicts(
  (shop: ChangeShop, productId: number, changes: readonly VariationChange[]) =>
    shop.db.transaction((tx) => changeIn(shop, tx, productId, changes)),
)

type Result = VariationItem | RestError
type Planned = ProductInput | RestError | 'deleted'
const isInput = (one: Planned): one is ProductInput => one !== 'deleted' && !isRestError(one)

async function changeIn(shop: ChangeShop, tx: Tx, productId: number, changes: readonly VariationChange[]) {
  const now = shop.now()
  const ids = changes.flatMap(({ id }) => id ?? [])
  await lockProductsAndStock(tx, [productId, ...ids])
  const product = await findItem(tx, productId)
  if (!product) return changes.map(({ id }): Result => (id === null ? noProduct : notFound))
  const { stored, combinations } = await combinationsOf(tx, product)
  const before = await loadVariations(tx, [...new Set(ids)])
  const seen = new Set<string>()
  const plan = async (change: VariationChange): Promise<Planned> => {
    const current = change.id === null ? null : stored.get(change.id)
    if (current === undefined) return notFound
    const repeated = repeatedField(seen, change)
    if (repeated) return invalidFields({ [repeated]: `${repeated} stands twice in this request.` })
    if (change.kind === 'delete') return 'deleted'
    if (change.kind === 'save') return inputOf(shop, tx, { product, current }, change)
    return current?.status === 'trash' ? alreadyTrashed : { id: change.id, type: 'variation', status: 'trash' }
  }
  const drafts: Planned[] = []
  for (const change of changes) drafts.push(await plan(change))
  const plans = (await planProducts(tx, drafts.filter(isInput), now)).values()
  const planned: Planned[] = []
  for (const [at, draft] of drafts.entries()) {
    const change = changes[at]
    const plan = isInput(draft) ? plans.next().value : undefined
    if (!isInput(draft) || !plan) planned.push(draft)
    // It keeps its combination, and is not saved even if the reason is gone by then.
    else if (!plan.ok) planned.push(await problemError(tx, plan.problem, draft))
    else if (change?.kind !== 'save') planned.push(draft)
    else {
      const choices = combinations.reserve(change.id, stored.get(change.id ?? 0) ?? null, change.body)
      planned.push(choices && isRestError(choices) ? choices : { ...draft, choices })
    }
  }
  const inputs = planned.filter(isInput)
  const reason = inputs.some(({ stockChange }) => stockChange !== undefined) ? 'adjusted' : 'count'
  const saved = await saveProducts(tx, inputs, { now, shop, reason })
  const deleted = planned.flatMap((one, at) => (one === 'deleted' ? (changes[at]?.id ?? []) : []))
  await tx.delete(entries).where(isAnyOf(entries.id, deleted))
  if (deleted.length > 0) await refreshProducts(tx, [productId], now)
  if (deleted.length > 0 || saved.some((one) => one.ok && one.outcome !== 'unchanged'))
    await invalidatePageTags(tx, ['listing', `product:${productId}`])
  const savedIds = saved.flatMap((one) => (one.ok ? one.id : []))
  const after = await loadVariations(tx, savedIds)
  const results: Result[] = []
  for (const [at, one] of planned.entries()) {
    const result = one === 'deleted' || isRestError(one) ? undefined : saved[inputs.indexOf(one)]
    const isRemoved = one === 'deleted' || (changes[at]?.kind === 'trash' && result?.ok)
    if (isRemoved) results.push(before.find(({ id }) => id === changes[at]?.id) ?? notFound)
    else if (isRestError(one)) results.push(one)
    else if (result?.ok) results.push(after.find(({ id }) => id === result.id) ?? notFound)
    else if (result) results.push(await problemError(tx, result.problem, one))
  }
  return results
}

/** The stored variations of a product and their combinations. */
export async function combinationsOf(tx: Db | Tx, product: ProductItem) {
  const rows = await tx.select({ id: products.id }).from(products).where(eq(products.parentId, product.id))
  const ids = rows.map(({ id }) => id)
  const stored = await readRecords(tx, ids)
  return { stored, combinations: new Combinations(variationAttributes(product), stored) }
}

/** The name of a field that must be unique, but repeats a value from earlier in the batch. */
function repeatedField(seen: Set<string>, change: VariationChange): string | undefined {
  const { sku, global_unique_id: gtin } = change.kind === 'save' ? change.body : {}
  const values = Object.entries({ id: change.id, sku: sku && skuKey(sku), global_unique_id: gtin })
  const keys = values.flatMap(([name, value]) => (value ? [[name, `${name} ${value}`] as const] : []))
  const [repeated] = keys.find(([, key]) => seen.has(key)) ?? []
  for (const [, key] of keys) seen.add(key)
  return repeated
}

type SaveTarget = Readonly<{ product: ProductItem; current: ProductRecord | null }>
type Save = Extract<VariationChange, { kind: 'save' }>

/** Without its choices, which `Combinations` reserves. */
async function inputOf(
  shop: ChangeShop,
  tx: Tx,
  { product, current }: SaveTarget,
  { id, body }: Save,
): Promise<ProductInput | RestError> {
  const { image, gallery_image_ids: gallery, attributes: _, tax_class: taxClass, ...fields } = body
  const [first, ...others] = (current?.pictureIds ?? []).map((picture) => ({ id: picture }))
  const main = image === undefined ? first : image
  const images = [...(main ? [main] : []), ...(gallery?.map((picture) => ({ id: picture })) ?? others)]
  const input = await inputOfFields(shop, tx, current, {
    ...fields,
    ...(taxClass === undefined || taxClass === 'parent' ? {} : { tax_class: taxClass }),
    ...(image === undefined && !gallery ? {} : { images }),
  })
  if (isRestError(input)) return input
  const { record } = product
  return {
    ...(id === null ? { isTaxable: record.isTaxable } : {}),
    ...(id === null || taxClass === 'parent' ? { taxClass: record.taxClass } : {}),
    ...input,
    ...(id === null ? { isNew: true, parentId: product.id } : { id }),
    type: 'variation',
  }
}

import { isDeepStrictEqual } from 'node:util'
import { or, sql } from 'drizzle-orm'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { trashedSlug, untrashedSlug } from '../../things/entries/entry.ts'
import { rememberSlugs, type SlugChange } from '../../things/entries/old-slugs.store.ts'
import { keepRevision } from '../../things/entries/revisions.store.ts'
import { slugify, uniqueSlugs } from '../../things/entries/slug.ts'
import { updateMedia } from '../../things/media/media.store.ts'
import { setStock } from '../inventory/stock.store.ts'
import { products } from './catalog.table.ts'
import { sendStockMessages } from './messages/stock-messages.ts'
import { requestPictures } from './pictures-by-address/request-pictures.ts'
import * as store from './product-record.store.ts'
import { mergeRecord, type ProductInput, type ProductRecord } from './product-record.ts'
import { refreshProducts } from './refresh-product.ts'
import { hasSku, rowsBySku } from './sku/sku.ts'

export type SaveProblem =
  | { readonly kind: 'no-such-product' }
  | { readonly kind: 'sku-in-use' | 'gtin-in-use'; readonly by: number }
  /** Another save came first; `version` is the current one. */
  | { readonly kind: 'outdated'; readonly version: number }
  /** The sale price is not below the regular price, or there is no regular price. */
  | { readonly kind: 'sale-price-not-lower' }
  | { readonly kind: 'sale-ends-before-start' }
  /** The quantity on hand would become negative. */
  | { readonly kind: 'stock-below-zero' }
  | { readonly kind: 'no-variable-parent' }
  | { readonly kind: 'parent-mismatch' }
  /** A variation cannot become a product or the reverse; a variable product with variations cannot become simple. */
  | { readonly kind: 'type-mismatch'; readonly stored: ProductRecord['type'] }
  /** The linked product does not exist, or is a variation or a group itself. */
  | { readonly kind: 'no-such-link'; readonly id: number }
  /** An external product needs a URL that begins with http:// or https://. */
  | { readonly kind: 'no-external-url' }

export type SaveOutcome = 'created' | 'updated' | 'unchanged'

export type SavedProduct =
  | { readonly ok: true; readonly id: number; readonly parentId: number | null; readonly outcome: SaveOutcome }
  | { readonly ok: false; readonly problem: SaveProblem }

export type SaveOptions = {
  readonly now: Date
  readonly reason?: Parameters<typeof setStock>[2]
  /** If given, changed texts are added to the revisions of the product. */
  readonly revisions?: { readonly author: number | null; readonly keep: number }
  /** If given, the owner gets emails about products that have become low in stock. */
  readonly shop?: Parameters<typeof sendStockMessages>[0]
  /** The caller refreshes new products later; until then they are not listed. */
  readonly hidesNew?: boolean
}

export async function saveProduct(tx: Tx, input: ProductInput, options: SaveOptions): Promise<SavedProduct> {
  const [saved] = await saveProducts(tx, [input], options)
  if (!saved) throw new Error('Nothing was saved')
  return saved
}

/**
 * A product may appear once, and before its variations. Unchanged ones are not written; a rejected one does not affect
 * others.
 */
export async function saveProducts(
  tx: Tx,
  inputs: readonly ProductInput[],
  { now, reason = 'count', shop, revisions, hidesNew }: SaveOptions,
): Promise<SavedProduct[]> {
  if (inputs.length === 0) return []
  const targets = await findTargets(tx, inputs)
  await store.lockProductsAndStock(tx, storedIds(targets), inputs.flatMap(linkedIds))
  const plans = await plan(tx, inputs, targets, now)
  const changing = plans.filter((one): one is ProductPlan => one.ok && one.outcome !== 'unchanged')
  const changes = await withIdsAndSlugs(tx, changing)
  const reworded = revisions ? changes.flatMap(({ id, before, after }) => (isReworded(before, after) ? [id] : [])) : []
  const entriesBefore = await readEntries(tx, reworded)
  const withdrawn = await store.writeRecords(tx, changes, now)
  for (const [id, after] of await readEntries(tx, reworded))
    if (revisions) await keepRevision(tx, { before: entriesBefore.get(id) ?? null, after, ...revisions })
  await rememberSlugs(tx, 'product', movedProducts(changes))
  const counts = changes.flatMap(({ id, before, after: { stock } }) =>
    stock.onHand === (before?.stock.onHand ?? 0) ? [] : [{ productId: id, onHand: stock.onHand }],
  )
  const counted = await setStock(tx, counts, reason, now)
  if (shop) await sendStockMessages(shop, tx, counted, `${reason}:${now.toISOString()}`)
  const changedIds = changes.map((change) => change.id)
  const shownIds = changes.flatMap(({ id, before }) => (before === null && hidesNew ? [] : [id]))
  await refreshProducts(tx, [...shownIds, ...withdrawn], now)
  const newIds = new Map(changing.map((one, index) => [one, changedIds[index]]))
  const idOf = (one: ProductPlan) => one.id ?? newIds.get(one) ?? 0
  const requested = plans.flatMap((one, index) => {
    const pictures = inputs[index]?.requestedPictures
    return one.ok && pictures ? [[idOf(one), pictures] as const] : []
  })
  await requestPictures(tx, new Map(requested), now)
  const pictureTexts = plans.flatMap(({ ok }, index) => (ok && inputs[index]?.pictureTexts) || [])
  for (const { id, ...texts } of pictureTexts) await updateMedia(tx, id, texts, now)
  return plans.map((one) => {
    if (!one.ok) return one
    return { ok: true, id: idOf(one), parentId: one.after.parentId, outcome: one.outcome }
  })
}

const isReworded = (before: ProductRecord | null, { type, name, excerpt, content }: ProductRecord): boolean =>
  type !== 'variation' && (before?.name !== name || before.excerpt !== excerpt || before.content !== content)

async function readEntries(tx: Tx, ids: readonly number[]) {
  const rows = ids.length === 0 ? [] : await tx.select().from(entries).where(isAnyOf(entries.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Products whose public URL has changed. Variations have none. */
const movedProducts = (changes: readonly store.RecordChange[]): SlugChange[] =>
  changes.flatMap(({ id, before, after }) =>
    before?.wasPublished &&
    before.slug !== after.slug &&
    after.type !== 'variation' &&
    before.status !== 'trash' &&
    after.status !== 'trash'
      ? [{ id, from: before.slug, to: after.slug }]
      : [],
  )

/** Includes their groups, whose pages have no tag of a product that was not published yet. */
export async function productCacheTags(tx: Tx, saved: readonly SavedProduct[]): Promise<string[]> {
  const changed = saved.flatMap((one) => (one.ok && one.outcome !== 'unchanged' ? [one.parentId ?? one.id] : []))
  if (changed.length === 0) return []
  return [
    'listing',
    ...new Set([...changed, ...(await store.groupedProductsOf(tx, changed))].map((id) => `product:${id}`)),
  ]
}

type Rejected = Extract<SavedProduct, { ok: false }>
type Target = { readonly ok: true; readonly id: number | null } | Rejected
type ProductPlan = {
  readonly ok: true
  /** Null for a new product. */
  readonly id: number | null
  readonly outcome: SaveOutcome
  readonly before: ProductRecord | null
  readonly after: ProductRecord
}

const storedIds = (targets: readonly Target[]): number[] =>
  targets.flatMap((target) => (target.ok && target.id !== null ? [target.id] : []))

/** What `saveProducts` would return, without writing or locking. */
export async function planProducts(
  db: Db | Tx,
  inputs: readonly ProductInput[],
  now: Date,
): Promise<(ProductPlan | Rejected)[]> {
  return plan(db, inputs, await findTargets(db, inputs), now)
}

async function plan(
  db: Db | Tx,
  inputs: readonly ProductInput[],
  targets: readonly Target[],
  now: Date,
): Promise<(ProductPlan | Rejected)[]> {
  const ids = storedIds(targets)
  if (new Set(ids).size < ids.length) throw new RangeError('A product stands twice in one save')
  const records = await store.readRecords(db, ids)
  return inputs.map((input, index) => {
    const target = targets[index]
    if (!target?.ok) return target ?? { ok: false, problem: { kind: 'no-such-product' } }
    const before = target.id === null ? null : (records.get(target.id) ?? null)
    if (target.id !== null && !before) return { ok: false, problem: { kind: 'no-such-product' } }
    const after = mergeRecord(before, input, target.id, now)
    const problem = problemOf(input, before, after)
    if (problem) return { ok: false, problem }
    const outcome = before === null ? 'created' : isDeepStrictEqual(before, after) ? 'unchanged' : 'updated'
    return { ok: true, id: target.id, outcome, before, after }
  })
}

function problemOf(input: ProductInput, before: ProductRecord | null, after: ProductRecord): SaveProblem | null {
  if (before && input.version !== undefined && input.version !== before.version)
    return { kind: 'outdated', version: before.version }
  if (after.type === 'external' && !isWebAddress(after.externalUrl)) return { kind: 'no-external-url' }
  const { regularPriceCents, salePriceCents, saleFrom, saleUntil, stock } = after
  if (salePriceCents !== null && (regularPriceCents === null || salePriceCents >= regularPriceCents))
    return { kind: 'sale-price-not-lower' }
  if (saleFrom && saleUntil && saleUntil <= saleFrom) return { kind: 'sale-ends-before-start' }
  return stock.onHand < 0 ? { kind: 'stock-below-zero' } : null
}

async function findTargets(db: Db | Tx, inputs: readonly ProductInput[]): Promise<Target[]> {
  const ids = inputs.flatMap((input) => [input.id ?? [], input.parentId ?? [], linkedIds(input)].flat())
  const skus = inputs.flatMap((input) => input.sku ?? [])
  const gtins = sql.param(inputs.flatMap((input) => input.gtin ?? []))
  const stored = await db
    .select(columnsOf(products, 'id', 'type', 'parentId', 'sku', 'gtin'))
    .from(products)
    .where(or(isAnyOf(products.id, ids), hasSku(skus), sql`${products.gtin} = any(${gtins}::text[])`))
    .orderBy(products.id)
  const byId = new Map(stored.map((row) => [row.id, row]))
  const bySku = rowsBySku(stored, skus)
  const byGtin = new Map(stored.flatMap((row) => (row.gtin === null ? [] : [[row.gtin, row.id] as const])))
  const ownerOf = ({ sku }: ProductInput) => (typeof sku === 'string' ? bySku.get(sku) : undefined)

  const retyped = inputs.flatMap((input) => {
    const product = input.id === undefined ? ownerOf(input) : byId.get(input.id)
    return input.type !== 'variable' && input.type !== 'variation' && product?.type === 'variable' ? [product.id] : []
  })
  const children =
    retyped.length === 0
      ? []
      : await db.select({ parentId: products.parentId }).from(products).where(isAnyOf(products.parentId, retyped))
  const parents = new Set(children.map((child) => child.parentId))

  const problemOf = (input: ProductInput): SaveProblem | null => {
    const owner = ownerOf(input)
    const product = input.id === undefined ? owner : byId.get(input.id)
    if (input.id !== undefined && !product) return { kind: 'no-such-product' }
    if (input.isNew && owner) return { kind: 'sku-in-use', by: owner.id }
    if (owner && product && owner.id !== product.id) return { kind: 'sku-in-use', by: owner.id }
    const gtinOwner = byGtin.get(input.gtin ?? '')
    if (gtinOwner !== undefined && gtinOwner !== product?.id) return { kind: 'gtin-in-use', by: gtinOwner }
    if (product && ((product.type === 'variation') !== (input.type === 'variation') || parents.has(product.id)))
      return { kind: 'type-mismatch', stored: product.type }
    const withoutItself = (linked: readonly number[] = []) => linked.filter((id) => id !== product?.id)
    const invalidLink =
      withoutItself(linkedIds(input)).find((id) => (byId.get(id)?.type ?? 'variation') === 'variation') ??
      withoutItself(input.groupItemIds).find((id) => byId.get(id)?.type === 'grouped')
    if (invalidLink !== undefined) return { kind: 'no-such-link', id: invalidLink }
    if (input.type !== 'variation') return null
    const parentId = input.parentId ?? product?.parentId
    if (product) return parentId === product.parentId ? null : { kind: 'parent-mismatch' }
    return byId.get(parentId ?? 0)?.type === 'variable' ? null : { kind: 'no-variable-parent' }
  }
  return inputs.map((input): Target => {
    const problem = problemOf(input)
    return problem ? { ok: false, problem } : { ok: true, id: input.id ?? ownerOf(input)?.id ?? null }
  })
}

const linkedIds = ({ groupItemIds = [], upSellIds = [], crossSellIds = [] }: ProductInput): number[] =>
  [groupItemIds, upSellIds, crossSellIds].flat()

export const isWebAddress = (text: string | null): boolean =>
  text !== null && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** Assigns ids and slugs to new products. A variation's slug is its product's plus its attributes. */
async function withIdsAndSlugs(tx: Tx, plans: readonly ProductPlan[]): Promise<store.RecordChange[]> {
  const newIds = await store.newEntryIds(tx, plans.filter((one) => one.id === null).length)
  const parents = await parentNames(tx, plans)
  const slugBases = plans.map(({ before, after }) => {
    if (before && before.slug === after.slug) return null
    const parent = parents.get(after.parentId ?? 0)
    const slugParts = parent
      ? [parent.slug, ...Object.values(after.choices ?? {}).filter(Boolean)].join('-')
      : after.name
    const slug = slugify(after.slug === '' ? slugParts : untrashedSlug(after.slug)) || after.type
    return after.status === 'trash' ? trashedSlug(slug) : slug
  })
  const slugs = new Map<number, string>()
  for (const kind of ['product', 'product_variation'] as const) {
    const slots = slugBases.flatMap((base, index) => {
      const isKind = (plans[index]?.after.type === 'variation') === (kind === 'product_variation')
      return base !== null && isKind ? [{ index, base }] : []
    })
    const bases = slots.map((slot) => slot.base)
    const own = slots.map((slot) => plans[slot.index]?.before?.slug)
    for (const [at, slug] of (await uniqueSlugs(tx, kind, bases, own)).entries()) slugs.set(slots[at]?.index ?? 0, slug)
  }
  return plans.map(({ id, before, after }, index) => {
    const productId = id ?? newIds.shift()
    if (productId === undefined) throw new Error('Too few new ids')
    const name = after.name === '' ? (parents.get(after.parentId ?? 0)?.name ?? '') : after.name
    return { id: productId, before, after: { ...after, name, slug: slugs.get(index) ?? after.slug } }
  })
}

async function parentNames(tx: Tx, plans: readonly ProductPlan[]) {
  const ids = plans.flatMap(({ before, after }) => (before === null && after.parentId !== null ? [after.parentId] : []))
  const rows = await tx
    .select({ id: entries.id, name: entries.title, slug: entries.slug })
    .from(entries)
    .where(isAnyOf(entries.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

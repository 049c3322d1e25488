import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { slugify, uniqueSlugs } from '../../things/entries/slug.ts'
import { setStock } from '../inventory/set-stock.ts'
import { products } from './catalog.table.ts'
import {
  lockProductsAndStock,
  newEntryIds,
  type RecordChange,
  readRecords,
  writeRecords,
} from './product-record.store.ts'
import { mergeRecord, type ProductInput, type ProductRecord } from './product-record.ts'
import { refreshProducts } from './refresh-product.ts'

export type SaveProblem =
  | { readonly kind: 'no-such-product' }
  | { readonly kind: 'sku-in-use'; readonly by: number }
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
  /** Logged with every stock change. */
  readonly reason?: 'count' | 'import'
}

/** Creates or updates one product, see `saveProducts`. */
export async function saveProduct(tx: Tx, input: ProductInput, options: SaveOptions): Promise<SavedProduct> {
  const [saved] = await saveProducts(tx, [input], options)
  if (!saved) throw new Error('Nothing was saved')
  return saved
}

/**
 * Creates or updates products and refreshes their derived columns; save a product before its variations. Products
 * without changes are not written and return `unchanged`. A rejected product does not affect the others. A product may
 * appear only once in `inputs`. About twenty statements in total.
 */
export async function saveProducts(
  tx: Tx,
  inputs: readonly ProductInput[],
  { now, reason = 'count' }: SaveOptions,
): Promise<SavedProduct[]> {
  if (inputs.length === 0) return []
  const targets = await findTargets(tx, inputs)
  await lockProductsAndStock(
    tx,
    targets.flatMap((target) => (target.ok && target.id !== null ? [target.id] : [])),
  )
  const plans = await plan(tx, inputs, targets, now)
  const changes = await withIdsAndSlugs(
    tx,
    plans.filter((one) => one.ok && one.outcome !== 'unchanged') as ProductPlan[],
  )
  await writeRecords(tx, changes, now)
  const recounted = changes.filter(({ before, after }) => after.stock.onHand !== (before?.stock.onHand ?? 0))
  await setStock(
    tx,
    recounted.map(({ id, after }) => ({ productId: id, onHand: after.stock.onHand })),
    reason,
    now,
  )
  await refreshProducts(
    tx,
    changes.map((change) => change.id),
    now,
  )
  const written = changes.values()
  return plans.map((one) => {
    if (!one.ok) return one
    const id = one.outcome === 'unchanged' ? one.id : (written.next().value?.id ?? null)
    if (id === null) throw new Error('A change got lost')
    return { ok: true, id, parentId: one.after.parentId, outcome: one.outcome }
  })
}

/** Cache tags of pages that show these products. */
export function productCacheTags(
  changed: readonly { readonly id: number; readonly parentId: number | null }[],
): string[] {
  if (changed.length === 0) return []
  return ['listing', ...new Set(changed.map((product) => `product:${product.parentId ?? product.id}`))]
}

type Rejected = { readonly ok: false; readonly problem: SaveProblem }
type Target = { readonly ok: true; readonly id: number | null } | Rejected
type ProductPlan = {
  readonly ok: true
  /** Null for a new product. */
  readonly id: number | null
  readonly outcome: SaveOutcome
  readonly before: ProductRecord | null
  readonly after: ProductRecord
}

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
  const ids = targets.flatMap((target) => (target.ok && target.id !== null ? [target.id] : []))
  if (new Set(ids).size < ids.length) throw new RangeError('A product stands twice in one save')
  const records = await readRecords(db, ids)
  return inputs.map((input, index) => {
    const target = targets[index]
    if (!target?.ok) return target ?? { ok: false, problem: { kind: 'no-such-product' } }
    const before = target.id === null ? null : (records.get(target.id) ?? null)
    const after = withoutSelfLinks(mergeRecord(before, input, now), target.id)
    if (after.type === 'external' && !isWebAddress(after.externalUrl))
      return { ok: false, problem: { kind: 'no-external-url' } }
    const outcome = before === null ? 'created' : isDeepStrictEqual(before, after) ? 'unchanged' : 'updated'
    return { ok: true, id: target.id, outcome, before, after }
  })
}

type StoredProduct = Pick<typeof products.$inferSelect, 'id' | 'type' | 'parentId' | 'sku'>

/** Matches each input to its product and rejects invalid ones. */
async function findTargets(db: Db | Tx, inputs: readonly ProductInput[]): Promise<Target[]> {
  const columns = { id: products.id, type: products.type, parentId: products.parentId, sku: products.sku }
  const referencedIds = inputs.flatMap((input) => [input.id, input.parentId]).filter((id) => typeof id === 'number')
  const skus = inputs.map((input) => input.sku).filter((sku) => typeof sku === 'string')
  const byId: readonly StoredProduct[] =
    referencedIds.length === 0
      ? []
      : await db
          .select(columns)
          .from(products)
          .where(sql`${products.id} = any(${sql.param(referencedIds)}::int[])`)
  const bySku: readonly StoredProduct[] =
    skus.length === 0
      ? []
      : await db
          .select(columns)
          .from(products)
          .where(sql`${products.sku} = any(${sql.param(skus)}::text[])`)
  const known = new Map([...byId, ...bySku].map((row) => [row.id, row]))
  const linkable = await linkableIds(db, inputs)
  const owners = new Map(bySku.map((row) => [row.sku, row]))

  const shrinking = inputs.flatMap((input) => {
    const id = input.id ?? owners.get(input.sku ?? null)?.id
    const isShrinking = input.type !== 'variable' && input.type !== 'variation'
    return isShrinking && id !== undefined && known.get(id)?.type === 'variable' ? [id] : []
  })
  const children =
    shrinking.length === 0
      ? []
      : await db
          .select({ parentId: products.parentId })
          .from(products)
          .where(sql`${products.parentId} = any(${sql.param(shrinking)}::int[])`)
  const parents = new Set(children.map((child) => child.parentId))

  return inputs.map((input): Target => {
    const owner = owners.get(input.sku ?? null)
    const stored = input.id === undefined ? owner : known.get(input.id)
    if (input.id !== undefined && !stored) return { ok: false, problem: { kind: 'no-such-product' } }
    if (owner && stored && owner.id !== stored.id) return { ok: false, problem: { kind: 'sku-in-use', by: owner.id } }
    if (stored && ((stored.type === 'variation') !== (input.type === 'variation') || parents.has(stored.id)))
      return { ok: false, problem: { kind: 'type-mismatch', stored: stored.type } }
    const unlinkable = linkedIds(input).find(
      (id) => !linkable.has(id) || (id !== stored?.id && linkable.get(id) === 'variation'),
    )
    const nested = (input.groupItemIds ?? []).find((id) => id !== stored?.id && linkable.get(id) === 'grouped')
    const invalidLink = unlinkable ?? nested
    if (invalidLink !== undefined) return { ok: false, problem: { kind: 'no-such-link', id: invalidLink } }
    if (input.type !== 'variation') return { ok: true, id: stored?.id ?? null }

    const parentId = input.parentId ?? stored?.parentId
    if (stored && parentId !== stored.parentId) return { ok: false, problem: { kind: 'parent-mismatch' } }
    const isVariable = typeof parentId === 'number' && (stored || known.get(parentId)?.type === 'variable')
    return isVariable ? { ok: true, id: stored?.id ?? null } : { ok: false, problem: { kind: 'no-variable-parent' } }
  })
}

const linkedIds = ({ groupItemIds = [], upSellIds = [], crossSellIds = [] }: ProductInput): number[] => [
  ...groupItemIds,
  ...upSellIds,
  ...crossSellIds,
]

/** Types of the products that these inputs link to. */
async function linkableIds(db: Db | Tx, inputs: readonly ProductInput[]): Promise<Map<number, StoredProduct['type']>> {
  const ids = [...new Set(inputs.flatMap(linkedIds))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, type: products.type })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map((row) => [row.id, row.type]))
}

/** Removes links of a product to itself, which exports of other shops may contain. */
function withoutSelfLinks(record: ProductRecord, id: number | null): ProductRecord {
  const others = (ids: readonly number[]) => ids.filter((linked) => linked !== id)
  return {
    ...record,
    groupItemIds: others(record.groupItemIds),
    upSellIds: others(record.upSellIds),
    crossSellIds: others(record.crossSellIds),
  }
}

const isWebAddress = (text: string | null): boolean =>
  text !== null && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)

/** Assigns ids and slugs to new products. A variation's slug is its product's plus its attributes. */
async function withIdsAndSlugs(tx: Tx, plans: readonly ProductPlan[]): Promise<RecordChange[]> {
  const newIds = await newEntryIds(tx, plans.filter((one) => one.id === null).length)
  const parents = await parentNames(tx, plans)
  const slugBases = plans.map(({ before, after }) => {
    if (before && before.slug === after.slug) return null
    const parent = parents.get(after.parentId ?? 0)
    const slugParts = parent
      ? [parent.slug, ...Object.values(after.choices ?? {}).filter(Boolean)].join('-')
      : after.name
    return slugify(after.slug === '' ? slugParts : after.slug) || after.type
  })
  const slugs = new Map<number, string>()
  for (const kind of ['product', 'product_variation'] as const) {
    const slots = slugBases.flatMap((base, index) => {
      const isKind = (plans[index]?.after.type === 'variation') === (kind === 'product_variation')
      return base !== null && isKind ? [{ index, base }] : []
    })
    const slugsOfKind = await uniqueSlugs(
      tx,
      kind,
      slots.map((slot) => slot.base),
    )
    for (const [at, { index }] of slots.entries()) slugs.set(index, slugsOfKind[at] ?? '')
  }
  return plans.map(({ id, before, after }, index) => {
    const productId = id ?? newIds.shift()
    if (productId === undefined) throw new Error('Too few new ids')
    const name = after.name === '' ? (parents.get(after.parentId ?? 0)?.name ?? '') : after.name
    return { id: productId, before, after: { ...after, name, slug: slugs.get(index) ?? after.slug } }
  })
}

async function parentNames(
  tx: Tx,
  plans: readonly ProductPlan[],
): Promise<Map<number, { name: string; slug: string }>> {
  const ids = plans.flatMap(({ before, after }) => (before === null && after.parentId !== null ? [after.parentId] : []))
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: entries.id, name: entries.title, slug: entries.slug })
    .from(entries)
    .where(sql`${entries.id} = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

import { columnsOf } from '../../platform/database/connect.ts'
import { MAX_ID } from '../../platform/rest/params.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { isDateOpen, statusAt, trashedSlug, untrashedSlug } from '../../things/entries/entry.ts'
import { slugify } from '../../things/entries/slug.ts'
import type { stockLevels } from '../inventory/stock.table.ts'
import { type ProductType, type productAttributes, type StoredColumns, storedColumns } from './catalog.table.ts'
import type { RequestedPicture } from './pictures-by-address/request-pictures.ts'

/** Stock fields of a product. `status` applies without tracked inventory, `onHand` with it. */
export type StockRecord = Readonly<Omit<typeof stockLevels.$inferSelect, 'productId'>>

export type AttributeRecord = Readonly<Omit<typeof productAttributes.$inferSelect, 'productId' | 'position'>> & {
  /** The name of the attribute; another one renames a custom attribute. */
  readonly label: string
  /** Ids of its values, ascending; they are displayed in menu order of the terms. */
  readonly termIds: readonly number[]
}

/** Columns of the entry that a record has as they are. */
export const entryColumns = {
  ...columnsOf(entries, 'slug', 'status', 'statusBeforeTrash', 'excerpt', 'content', 'seoTitle', 'seoDescription'),
  ...columnsOf(entries, 'menuOrder', 'commentsOpen', 'password', 'publishedAt', 'createdAt', 'wasPublished', 'version'),
}
type EntryColumns = Pick<typeof entries.$inferSelect, keyof typeof entryColumns>

export type ProductRecord = Readonly<Omit<StoredColumns, 'id'> & EntryColumns> & {
  readonly name: string
  readonly stock: StockRecord
  /** Ascending. */
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
  readonly brandIds: readonly number[]
  readonly attributes: readonly AttributeRecord[]
  readonly pictureIds: readonly number[]
  readonly groupItemIds: readonly number[]
  readonly upSellIds: readonly number[]
  readonly crossSellIds: readonly number[]
}

export type AttributeInput = Pick<AttributeRecord, 'attributeId' | 'termIds'> & Partial<AttributeRecord>

/**
 * Omitted fields keep their value, or a new product's default. Without `id` it is matched by SKU, else created. `version`
 * is the one that was edited: if another save came between, this one is refused. `publishedAt` null is the moment of
 * publishing.
 */
export type ProductInput = Partial<
  Omit<ProductRecord, 'stock' | 'attributes' | 'type' | 'publishedAt' | FixedColumn>
> & {
  readonly id?: number
  /** Creates a product; refused if another one has its SKU. */
  readonly isNew?: boolean
  readonly type: ProductType
  readonly publishedAt?: Date | null
  readonly stock?: Partial<StockRecord>
  /** Added to the quantity on hand, such as 12 received; refused if the result would be negative. */
  readonly stockChange?: number
  /** Pictures on other sites, to be fetched later. They replace earlier requests. */
  readonly requestedPictures?: readonly RequestedPicture[]
  /** Changed titles and alternative texts of pictures of the media library. */
  readonly pictureTexts?: readonly { readonly id: number; readonly title?: string; readonly alt?: string }[]
  readonly attributes?: readonly AttributeInput[]
}

/** Columns that every save calculates. */
type FixedColumn = 'createdAt' | 'wasPublished' | 'statusBeforeTrash' | 'skuCase'

/** The most entries of each list of a product, such as its categories or the values of one attribute. */
export const MAX_LIST_LENGTH = 1000
export const MAX_PICTURES = 200
export const MAX_ATTRIBUTES = 50

export const untrackedStock: StockRecord = {
  tracksInventory: false,
  onHand: 0,
  backorders: 'no',
  status: 'instock',
  lowStockAmount: null,
}

const { id: _, ...columns } = { ...storedColumns, ...entryColumns }
const columnDefaults = Object.fromEntries(
  Object.entries(columns).map(([name, column]) => [name, column.default ?? null]),
) as Omit<StoredColumns, 'id'> & EntryColumns

const emptyRecord: Omit<ProductRecord, 'publishedAt' | 'createdAt'> = {
  ...columnDefaults,
  slug: '',
  name: '',
  wasPublished: false,
  version: 0,
  stock: untrackedStock,
  categoryIds: [],
  tagIds: [],
  brandIds: [],
  attributes: [],
  pictureIds: [],
  groupItemIds: [],
  upSellIds: [],
  crossSellIds: [],
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]
const ascending = (ids: readonly number[]): number[] => unique(ids).sort((a, b) => a - b)

const assigned = <Fields extends object>(base: Fields, input: Partial<Fields> = {}): Fields => ({
  ...base,
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
})

export function mergeRecord(
  stored: ProductRecord | null,
  input: ProductInput,
  ownId: number | null,
  now: Date,
): ProductRecord {
  const base: ProductRecord = stored ?? { ...emptyRecord, publishedAt: now, createdAt: now }
  // Exports of other shops may link a product to itself.
  const links = (ids: readonly number[]) => unique(ids).filter((id) => id !== ownId)
  const { id: _, version: __, isNew: ___, requestedPictures: ____, pictureTexts: _____, ...rest } = input
  const { stock, stockChange = 0, attributes, publishedAt, ...fields } = rest
  const merged = assigned(base, { ...fields, publishedAt: publishedAt ?? undefined })
  // Variable and grouped products have neither price nor stock: their variations and children are sold.
  const isComposite = merged.type === 'variable' || merged.type === 'grouped'
  const isExternal = merged.type === 'external'
  return {
    ...merged,
    ...publishing(base, merged, input, now),
    ...(beginsAfterSale(base, input, now) ? { saleFrom: input.saleFrom ?? null, saleUntil: null } : {}),
    skuCase: merged.sku === base.sku ? base.skuCase : 0,
    ...(isComposite ? { regularPriceCents: null, salePriceCents: null } : {}),
    ...(isExternal ? {} : { externalUrl: null, buttonText: '' }),
    groupItemIds: merged.type === 'grouped' ? links(merged.groupItemIds) : [],
    upSellIds: links(merged.upSellIds),
    crossSellIds: links(merged.crossSellIds),
    stock: isComposite || isExternal ? untrackedStock : mergedStock(base.stock, stock, stockChange),
    categoryIds: ascending(merged.categoryIds),
    tagIds: ascending(merged.tagIds),
    brandIds: ascending(merged.brandIds),
    attributes: attributes ? attributes.map((attribute) => mergeAttribute(base, attribute)) : base.attributes,
    pictureIds: unique(merged.pictureIds),
  }
}

/** Whether a new sale price comes without an end after the sale has ended: it would never apply within the old dates. */
const beginsAfterSale = (base: ProductRecord, input: ProductInput, now: Date): boolean =>
  input.salePriceCents !== undefined &&
  input.salePriceCents !== base.salePriceCents &&
  input.saleUntil === undefined &&
  base.saleUntil !== null &&
  base.saleUntil <= now

/**
 * Without tracked inventory there is no quantity: neither a stale number nor what orders return later counts once it is
 * tracked again.
 */
function mergedStock(base: StockRecord, input: Partial<StockRecord> | undefined, change: number): StockRecord {
  const stock = assigned(base.tracksInventory ? base : { ...base, onHand: 0 }, input)
  return { ...stock, onHand: stock.tracksInventory ? Math.min(stock.onHand + change, MAX_ID) : 0 }
}

/** Status, date and slug depend on each other, as for WordPress posts. */
function publishing(base: ProductRecord, merged: ProductRecord, input: ProductInput, now: Date) {
  const isPublished = ['publish', 'private', 'future'].includes(merged.status)
  const isEmptied = input.publishedAt === null
  const emptied = base.wasPublished ? new Date(Math.min(base.publishedAt.getTime(), now.getTime())) : base.createdAt
  const date = isEmptied ? emptied : merged.publishedAt
  // A private product has its date, although it was never public.
  const hasNoDate = isEmptied || (input.publishedAt === undefined && base.status !== 'private')
  const publishedAt = hasNoDate && isPublished && isDateOpen({ ...base, publishedAt: date }) ? now : date
  const status = statusAt(merged.status, publishedAt, now)
  const isTrashed = status === 'trash'
  const before = base.status === 'trash' ? base.statusBeforeTrash : base.status
  return {
    publishedAt,
    status,
    wasPublished: base.wasPublished || status === 'publish',
    statusBeforeTrash: isTrashed ? before : null,
    slug: slugAt(base, merged, input, isTrashed),
  }
}

/** '' means: generate it from the name. The slug follows the name until the product has been public. */
function slugAt(base: ProductRecord, merged: ProductRecord, input: ProductInput, isTrashed: boolean): string {
  if (input.slug !== undefined || merged.slug === '') return merged.slug
  if (isTrashed) return base.status === 'trash' ? base.slug : trashedSlug(base.slug)
  const slug = base.status === 'trash' ? untrashedSlug(base.slug) : base.slug
  const followsName =
    !base.wasPublished && merged.type !== 'variation' && slug.replace(/-\d+$/, '') === slugify(base.name)
  return followsName && merged.name !== base.name ? '' : slug
}

function mergeAttribute(record: ProductRecord, input: AttributeInput): AttributeRecord {
  const stored = record.attributes.find((attribute) => attribute.attributeId === input.attributeId)
  const base = stored ?? { label: '', ...input, isVisible: true, isForVariations: false, defaultSlug: null }
  return { ...assigned<AttributeRecord>(base, input), termIds: ascending(input.termIds) }
}

const protectedFile = /^downloads\/[\w-]+\/[^/\\]+$/

/** Whether buyers can get this file of a product: a protected file of the shop, or a public https address. */
export function isDownloadFile(file: string): boolean {
  if (protectedFile.test(file)) return true
  // A URL is parsed without its line breaks, but a redirect to it cannot have them.
  if (!/^https:\/\/\P{Cc}+$/iu.test(file) || !URL.canParse(file)) return false
  const { hostname, username } = new URL(file)
  return username === '' && /^([a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(hostname)
}

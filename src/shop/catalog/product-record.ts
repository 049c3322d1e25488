import type { entries } from '../../things/entries/entries.table.ts'
import type { stockLevels } from '../inventory/stock.table.ts'
import { type ProductType, type productAttributes, type StoredColumns, storedColumns } from './catalog.table.ts'

/** Stock fields of a product. `status` applies without tracked inventory, `onHand` with it. */
export type StockRecord = Readonly<Omit<typeof stockLevels.$inferSelect, 'productId'>>

export type AttributeRecord = Readonly<Omit<typeof productAttributes.$inferSelect, 'productId' | 'position'>> & {
  /** Ids of its values, ascending; they are displayed in menu order of the terms. */
  readonly termIds: readonly number[]
}

type EntryColumn = 'slug' | 'status' | 'excerpt' | 'content' | 'menuOrder' | 'publishedAt'

export type ProductRecord = Readonly<Omit<StoredColumns, 'id'> & Pick<typeof entries.$inferSelect, EntryColumn>> & {
  readonly name: string
  readonly stock: StockRecord
  /** Ascending. */
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
  readonly attributes: readonly AttributeRecord[]
  readonly pictureIds: readonly number[]
  readonly groupItemIds: readonly number[]
  readonly upSellIds: readonly number[]
  readonly crossSellIds: readonly number[]
}

export type AttributeInput = Pick<AttributeRecord, 'attributeId' | 'termIds'> & Partial<AttributeRecord>

/** Omitted fields keep their value, or a new product's default. Without `id` it is matched by SKU, else created. */
export type ProductInput = Partial<Omit<ProductRecord, 'stock' | 'attributes' | 'type'>> & {
  readonly id?: number
  readonly type: ProductType
  readonly stock?: Partial<StockRecord>
  readonly attributes?: readonly AttributeInput[]
}

export const untrackedStock: StockRecord = {
  tracksInventory: false,
  onHand: 0,
  backorders: 'no',
  status: 'instock',
  lowStockAmount: null,
}

const { id: _, ...columns } = storedColumns
const columnDefaults = Object.fromEntries(
  Object.entries(columns).map(([name, column]) => [name, column.default ?? null]),
) as Omit<StoredColumns, 'id'>

const emptyRecord: Omit<ProductRecord, 'publishedAt'> = {
  ...columnDefaults,
  slug: '',
  name: '',
  status: 'publish',
  excerpt: '',
  content: '',
  menuOrder: 0,
  stock: untrackedStock,
  categoryIds: [],
  tagIds: [],
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
  const base: ProductRecord = stored ?? { ...emptyRecord, publishedAt: now }
  // Exports of other shops may link a product to itself.
  const links = (ids: readonly number[]) => unique(ids).filter((id) => id !== ownId)
  const { id: _, stock, attributes, ...fields } = input
  const merged = assigned(base, fields)
  // Variable and grouped products have neither price nor stock: their variations and children are sold.
  const isComposite = merged.type === 'variable' || merged.type === 'grouped'
  const isExternal = merged.type === 'external'
  return {
    ...merged,
    ...(isComposite ? { regularPriceCents: null, salePriceCents: null } : {}),
    ...(isExternal ? {} : { externalUrl: null, buttonText: '' }),
    groupItemIds: merged.type === 'grouped' ? links(merged.groupItemIds) : [],
    upSellIds: links(merged.upSellIds),
    crossSellIds: links(merged.crossSellIds),
    stock: isComposite || isExternal ? untrackedStock : mergedStock(base.stock, stock),
    categoryIds: ascending(merged.categoryIds),
    tagIds: ascending(merged.tagIds),
    attributes: attributes ? attributes.map((attribute) => mergeAttribute(base, attribute)) : base.attributes,
    pictureIds: unique(merged.pictureIds),
  }
}

/** Without tracked inventory the quantity is cleared, so that a stale number does not reappear later. */
function mergedStock(base: StockRecord, input: Partial<StockRecord> | undefined): StockRecord {
  const stock = assigned(base, input)
  return stock.tracksInventory ? stock : { ...stock, onHand: 0 }
}

function mergeAttribute(record: ProductRecord, input: AttributeInput): AttributeRecord {
  const stored = record.attributes.find((attribute) => attribute.attributeId === input.attributeId)
  const base = stored ?? { ...input, isVisible: true, isForVariations: false, defaultSlug: null }
  return { ...assigned<AttributeRecord>(base, input), termIds: ascending(input.termIds) }
}

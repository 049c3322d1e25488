import type { EntryStatus } from '../../things/entries/entries.table.ts'
import type { Backorders } from '../inventory/stock.table.ts'
import type { ProductType, StockStatus, TaxClass, Visibility } from './catalog.table.ts'
import type { TeaFacts } from './facts.ts'

/** Stock fields of a product. `status` applies without tracked inventory, `onHand` with it. */
export type StockRecord = {
  readonly tracksInventory: boolean
  readonly onHand: number
  readonly backorders: Backorders
  readonly status: StockStatus
  readonly lowStockAmount: number | null
}

export type AttributeRecord = {
  readonly attributeId: number
  /** Ids of its values, ascending; they are displayed in menu order of the terms. */
  readonly termIds: readonly number[]
  readonly isVisible: boolean
  readonly isForVariations: boolean
  readonly defaultSlug: string | null
}

/** All stored data of a product except derived columns. */
export type ProductRecord = {
  readonly type: ProductType
  /** The variable product that owns a variation. */
  readonly parentId: number | null
  readonly slug: string
  readonly name: string
  readonly status: EntryStatus
  /** HTML. */
  readonly excerpt: string
  readonly content: string
  readonly menuOrder: number
  readonly publishedAt: Date
  readonly sku: string | null
  readonly regularPriceCents: number | null
  readonly salePriceCents: number | null
  readonly saleFrom: Date | null
  readonly saleUntil: Date | null
  readonly taxClass: TaxClass
  readonly isTaxable: boolean
  readonly isVirtual: boolean
  readonly isSoldIndividually: boolean
  readonly isFeatured: boolean
  readonly visibility: Visibility
  readonly weightGrams: number | null
  /** '' is the default class; for a variation, its product's. */
  readonly shippingClass: string
  readonly netGrams: number | null
  readonly subtitle: string
  readonly facts: TeaFacts | null
  readonly choices: Readonly<Record<string, string>> | null
  readonly stock: StockRecord
  /** Ascending. */
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
  /** In display order. */
  readonly attributes: readonly AttributeRecord[]
  /** In display order; the first is the featured image. */
  readonly pictureIds: readonly number[]
  /** URL of an external product; null for all others. */
  readonly externalUrl: string | null
  /** Its button text; empty for the default. */
  readonly buttonText: string
  /** Children of a grouped product in menu order; empty for all others. */
  readonly groupItemIds: readonly number[]
  /** Up-sells and cross-sells. */
  readonly upSellIds: readonly number[]
  readonly crossSellIds: readonly number[]
}

export type AttributeInput = Pick<AttributeRecord, 'attributeId' | 'termIds'> & Partial<AttributeRecord>

/**
 * Changes to a product. Omitted fields keep their value, or the default for a new product. Without `id` the product is
 * matched by SKU, else created.
 */
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

const emptyRecord: Omit<ProductRecord, 'type' | 'publishedAt'> = {
  parentId: null,
  slug: '',
  name: '',
  status: 'publish',
  excerpt: '',
  content: '',
  menuOrder: 0,
  sku: null,
  regularPriceCents: null,
  salePriceCents: null,
  saleFrom: null,
  saleUntil: null,
  taxClass: 'standard',
  isTaxable: true,
  isVirtual: false,
  isSoldIndividually: false,
  isFeatured: false,
  visibility: 'visible',
  weightGrams: null,
  shippingClass: '',
  netGrams: null,
  subtitle: '',
  facts: null,
  choices: null,
  stock: untrackedStock,
  categoryIds: [],
  tagIds: [],
  attributes: [],
  pictureIds: [],
  externalUrl: null,
  buttonText: '',
  groupItemIds: [],
  upSellIds: [],
  crossSellIds: [],
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** The record after applying `input` to the stored one or to the defaults. */
export function mergeRecord(stored: ProductRecord | null, input: ProductInput, now: Date): ProductRecord {
  const base: ProductRecord = stored ?? { ...emptyRecord, type: input.type, publishedAt: now }
  const { id: _, stock, attributes, ...fields } = input
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const merged: ProductRecord = { ...base, ...defined }
  // Variable and grouped products have neither price nor stock: their variations and children are sold.
  const isComposite = merged.type === 'variable' || merged.type === 'grouped'
  const isExternal = merged.type === 'external'
  return {
    ...merged,
    ...(isComposite ? { regularPriceCents: null, salePriceCents: null } : {}),
    ...(isExternal ? {} : { externalUrl: null, buttonText: '' }),
    groupItemIds: merged.type === 'grouped' ? [...new Set(merged.groupItemIds)] : [],
    upSellIds: [...new Set(merged.upSellIds)],
    crossSellIds: [...new Set(merged.crossSellIds)],
    stock: isComposite || isExternal ? untrackedStock : mergedStock(base.stock, stock),
    categoryIds: ascending(merged.categoryIds),
    tagIds: ascending(merged.tagIds),
    attributes: attributes ? attributes.map((attribute) => mergeAttribute(base, attribute)) : base.attributes,
    pictureIds: [...new Set(merged.pictureIds)],
  }
}

/** Without tracked inventory the quantity is cleared, so that a stale number does not reappear later. */
function mergedStock(base: StockRecord, input: Partial<StockRecord> | undefined): StockRecord {
  const defined = Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== undefined))
  const stock: StockRecord = { ...base, ...defined }
  return stock.tracksInventory ? stock : { ...stock, onHand: 0 }
}

function mergeAttribute(base: ProductRecord, input: AttributeInput): AttributeRecord {
  const stored = base.attributes.find((attribute) => attribute.attributeId === input.attributeId)
  return {
    attributeId: input.attributeId,
    termIds: ascending(input.termIds),
    isVisible: input.isVisible ?? stored?.isVisible ?? true,
    isForVariations: input.isForVariations ?? stored?.isForVariations ?? false,
    defaultSlug: input.defaultSlug === undefined ? (stored?.defaultSlug ?? null) : input.defaultSlug,
  }
}

import type { EntryStatus } from '../../things/entries/entries.table.ts'
import type { Backorders } from '../inventory/stock.table.ts'
import type { ProductType, StockStatus, TaxClass, Visibility } from './catalog.table.ts'
import type { TeaFacts } from './facts.ts'

/** The stock book's line of a product. `status` counts where stock is not kept, `onHand` where it is. */
export type StockRecord = {
  readonly tracksInventory: boolean
  readonly onHand: number
  readonly backorders: Backorders
  readonly status: StockStatus
  readonly lowThreshold: number | null
}

export type AttributeRecord = {
  readonly attributeId: number
  /** Ids of its values, ascending: their order for shoppers is that of the terms. */
  readonly termIds: readonly number[]
  readonly isVisible: boolean
  readonly isForVariations: boolean
  readonly defaultSlug: string | null
}

/** All that is stored of a product, except what is derived from it. */
export type ProductRecord = {
  readonly type: ProductType
  /** The variable product a variation belongs to. */
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
  /** '' is the usual way to send it; of a variation, its product's. */
  readonly shippingClass: string
  readonly netGrams: number | null
  readonly subtitle: string
  readonly facts: TeaFacts | null
  readonly choices: Readonly<Record<string, string>> | null
  readonly stock: StockRecord
  /** Ascending. */
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
  /** In the order in which they are shown. */
  readonly attributes: readonly AttributeRecord[]
  /** In the order in which they are shown; the first is on the card. */
  readonly pictureIds: readonly number[]
  /** Where an external product is sold; null on all others. */
  readonly externalUrl: string | null
  /** What its button says; empty for the usual words. */
  readonly externalText: string
  /** The parts of a grouped product, in the order in which they are shown; none on all others. */
  readonly groupItemIds: readonly number[]
  /** What is better than this, and what goes with it. */
  readonly upSellIds: readonly number[]
  readonly crossSellIds: readonly number[]
}

export type AttributeInput = Pick<AttributeRecord, 'attributeId' | 'termIds'> & Partial<AttributeRecord>

/**
 * What somebody wants of a product. What is left out stays as it is, and has its default on a new one. Without `id` the
 * product with the same SKU is meant, else a new one.
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
  lowThreshold: null,
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
  externalText: '',
  groupItemIds: [],
  upSellIds: [],
  crossSellIds: [],
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** The record that `input` asks for, over the stored one or over the defaults. */
export function mergeRecord(stored: ProductRecord | null, input: ProductInput, now: Date): ProductRecord {
  const base: ProductRecord = stored ?? { ...emptyRecord, type: input.type, publishedAt: now }
  const { id: _, stock, attributes, ...plain } = input
  const defined = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const merged: ProductRecord = { ...base, ...defined }
  // What is bought of a variable product is a variation, of a grouped one its parts: they have neither price nor shelf.
  const isComposite = merged.type === 'variable' || merged.type === 'grouped'
  const isExternal = merged.type === 'external'
  return {
    ...merged,
    ...(isComposite ? { regularPriceCents: null, salePriceCents: null } : {}),
    ...(isExternal ? {} : { externalUrl: null, externalText: '' }),
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

/** A shelf that is not counted holds no number, or the number would come back with the next count as if it were true. */
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

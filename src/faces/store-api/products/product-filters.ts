import {
  type Bits,
  emptyBits,
  forEachBit,
  intersectBits,
  setBit,
  subtractBits,
  unionBits,
} from '../../../shop/listing/index/bits.ts'
import type { ProductIndex } from '../../../shop/listing/index/product-index.ts'
import * as select from '../../../shop/listing/index/select.ts'
import type { AttributeFilter, Operator, ProductQuery } from './product-query.ts'

export type LookupResults = {
  readonly matches: select.Matches | null
  readonly slugIds: readonly number[]
  readonly skuIds: readonly number[]
}

export function filterGroupsOf(index: ProductIndex, params: ProductQuery, lookups: LookupResults): select.FilterSets {
  const groups = new Map<string, Bits>([['shown', visibleProducts(index, params)]])
  const { matches, slugIds, skuIds } = lookups
  if (matches) groups.set('search', matches.bits)
  const add = (param: unknown, name: string, bits: () => Bits) => {
    if (param === undefined || (Array.isArray(param) && param.length === 0)) return
    const existing = groups.get(name)
    groups.set(name, existing ? intersectBits(bits().slice(), existing) : bits())
  }
  const isOrNot = (name: 'featured' | 'onSale', isIn: boolean | undefined): Bits =>
    isIn ? index.set(name) : complement(index, index.set(name))
  add(params.slug, 'slug', () => select.bitsOfIds(index, slugIds))
  add(params.sku, 'sku', () => select.bitsOfIds(index, skuIds))
  add(params.include, 'include', () => select.bitsOfIds(index, params.include))
  add(params.exclude, 'exclude', () => complement(index, select.bitsOfIds(index, params.exclude)))
  add(params.parent, 'parent', () => ofParents(index, params.parent))
  add(params.parent_exclude, 'parent_exclude', () => complement(index, ofParents(index, params.parent_exclude)))
  add(params.featured, 'featured', () => isOrNot('featured', params.featured))
  add(params.on_sale, 'sale', () => isOrNot('onSale', params.on_sale))
  add(params.min_price ?? params.max_price, 'price', () =>
    select.withPriceIn(index, params.min_price, params.max_price),
  )
  add(params.stock_status, 'stock', () => select.withStockStatus(index, params.stock_status))
  add(params.rating, 'rating', () => select.withAnyRating(index, params.rating.map(Number)))
  add(params.after ?? params.before, 'date', () => ofDates(index, params))
  add(params.category, 'product_cat', () => inTerms(index, 'product_cat', params.category, params.category_operator))
  add(params.tag, 'product_tag', () => inTerms(index, 'product_tag', params.tag, params.tag_operator))
  add(params.brand, 'product_brand', () => inTerms(index, 'product_brand', params.brand, params.brand_operator))
  add(params.related || undefined, 'related', () => relatedTo(index, params.related))
  if (params.attribute_relation === 'in') {
    const any = emptyBits(index.capacity)
    for (const filter of params.attributes) unionBits(any, hasValues(index, filter))
    add(params.attributes, 'attributes', () => any)
  } else {
    for (const filter of params.attributes)
      add(filter, select.attributeFilterKey(filter.attribute), () => hasValues(index, filter))
  }
  return groups
}

/** Variations are listed only on request, and only while their product is published. */
function visibleProducts(index: ProductIndex, { type, parent, catalog_visibility: visibility, search }: ProductQuery) {
  if (type === 'variation' || (type === undefined && parent.length > 0)) {
    const bits = emptyBits(index.capacity)
    forEachBit(index.set('type variation'), (slot) => {
      setBit(bits, slot, index.slotOf(index.columns.parentId[slot] ?? 0) !== undefined)
    })
    return bits
  }
  const ofType = type === undefined ? complement(index, index.set('type variation')) : index.set(`type ${type}`).slice()
  if (visibility === 'any') return ofType
  const sets = {
    catalog: 'listed',
    search: 'searchable',
    visible: 'visibility visible',
    hidden: 'visibility hidden',
  } as const
  return intersectBits(ofType, index.set(sets[visibility ?? (search === '' ? 'catalog' : 'search')]))
}

const complement = (index: ProductIndex, bits: Bits): Bits => subtractBits(index.all(), bits)

function ofParents(index: ProductIndex, ids: readonly number[]): Bits {
  const parentIds = new Set(ids)
  const bits = emptyBits(index.capacity)
  forEachBit(index.set('type variation'), (slot) => {
    if (parentIds.has(index.columns.parentId[slot] ?? 0)) setBit(bits, slot, true)
  })
  return bits
}

function ofDates(index: ProductIndex, { after, before, date_column: column }: ProductQuery): Bits {
  const micros = column.startsWith('modified') ? index.columns.updatedMicros : index.columns.publishedMicros
  const from = after ? after.getTime() * 1000 : Number.NEGATIVE_INFINITY
  const until = before ? before.getTime() * 1000 : Number.POSITIVE_INFINITY
  const bits = emptyBits(index.capacity)
  for (let slot = 0; slot < index.capacity; slot += 1) {
    const date = micros[slot] ?? 0
    if (date > from && date < until) setBit(bits, slot, true)
  }
  return bits
}

/** Terms by slug or id; a category includes its descendants. `and` requires all of them. */
function inTerms(index: ProductIndex, taxonomy: string, terms: readonly string[], operator: Operator): Bits {
  const idsOf = (name: string): number[] => {
    const bySlug = index.terms.find(taxonomy, name)?.id
    const byId = /^\d{1,9}$/.test(name) ? index.terms.byId(Number(name)) : undefined
    return [...(bySlug === undefined ? [] : [bySlug]), ...(byId?.taxonomy === taxonomy ? [byId.id] : [])]
  }
  if (operator === 'and') {
    const perTerm = terms.map((name) => select.withAnyTerm(index, idsOf(name)))
    return perTerm.reduce((all, bits) => intersectBits(all, bits), complement(index, emptyBits(index.capacity)))
  }
  const any = select.withAnyTerm(index, terms.flatMap(idsOf))
  return operator === 'in' ? any : complement(index, any)
}

function hasValues(index: ProductIndex, { attribute, slugs, termIds, operator }: AttributeFilter): Bits {
  const bySlug = slugs.map((slug) => index.terms.find(attribute, slug)?.id)
  const byId = termIds.map((id) => (index.terms.byId(id)?.taxonomy === attribute ? id : undefined))
  const matchedIds = [...bySlug, ...byId]
  const ids = matchedIds.filter((id) => id !== undefined)
  if (operator === 'and')
    return ids.length < matchedIds.length ? emptyBits(index.capacity) : select.withAllTerms(index, ids)
  const any = select.withAnyTerm(index, ids)
  return operator === 'in' ? any : complement(index, any)
}

function relatedTo(index: ProductIndex, id: number): Bits {
  const bits = emptyBits(index.capacity)
  const productSlot = index.slotOf(id)
  if (productSlot === undefined) return bits
  for (const termId of index.terms.idsAt(productSlot)) {
    const taxonomy = index.terms.byId(termId)?.taxonomy
    const isShared = taxonomy === 'product_cat' || taxonomy === 'product_tag'
    if (isShared) unionBits(bits, index.terms.directBits(termId) ?? emptyBits(index.capacity))
  }
  setBit(bits, productSlot, false)
  return bits
}

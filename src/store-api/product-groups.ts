/** What the parameters of a product list let through, group by group, from the shelf index. */
import { addBits, type Bits, dropBits, eachBit, emptyBits, keepBits, setBit } from '../catalog/shelf-index/bits.ts'
import {
  attributeGroup,
  type Groups,
  type Matches,
  ofAllTerms,
  ofAnyTerm,
  ofIds,
  ofPrice,
  ofRatings,
  ofStock,
} from '../catalog/shelf-index/select.ts'
import type { ShelfIndex } from '../catalog/shelf-index/shelf-index.ts'
import type { AttributeFilter, Operator, ProductParams } from './product-params.ts'

/** What the index cannot know by itself. */
export type LookedUp = {
  readonly matches: Matches | null
  /** Ids with the addresses, or the SKUs, that were asked for. */
  readonly slugIds: readonly number[]
  readonly skuIds: readonly number[]
}

export function groupsOf(index: ShelfIndex, params: ProductParams, found: LookedUp): Groups {
  const groups = new Map<string, Bits>([['shown', shown(index, params)]])
  const when = (isAsked: boolean, name: string, bits: () => Bits) => {
    if (!isAsked) return
    const before = groups.get(name)
    groups.set(name, before ? keepBits(bits().slice(), before) : bits())
  }
  const { matches } = found
  if (matches) groups.set('search', matches.bits)
  when(params.slug.length > 0, 'slug', () => ofIds(index, found.slugIds))
  when(params.sku.length > 0, 'sku', () => ofIds(index, found.skuIds))
  when(params.include.length > 0, 'include', () => ofIds(index, params.include))
  when(params.exclude.length > 0, 'exclude', () => allBut(index, ofIds(index, params.exclude)))
  when(params.parent.length > 0, 'parent', () => ofParents(index, params.parent))
  when(params.parent_exclude.length > 0, 'parent_exclude', () => allBut(index, ofParents(index, params.parent_exclude)))
  when(params.featured !== undefined, 'featured', () => inOrOut(index, index.set('featured'), params.featured))
  when(params.on_sale !== undefined, 'sale', () => inOrOut(index, index.set('onSale'), params.on_sale))
  when(params.min_price !== undefined || params.max_price !== undefined, 'price', () =>
    ofPrice(index, params.min_price, params.max_price),
  )
  when(params.stock_status.length > 0, 'stock', () => ofStock(index, params.stock_status))
  when(params.rating.length > 0, 'rating', () => ofRatings(index, params.rating.map(Number)))
  when(params.after !== undefined || params.before !== undefined, 'date', () => ofDates(index, params))
  for (const [taxonomy, named, operator] of [
    ['product_cat', params.category, params.category_operator],
    ['product_tag', params.tag, params.tag_operator],
    ['product_brand', params.brand, params.brand_operator],
  ] as const) {
    when(named.length > 0, taxonomy, () => inTerms(index, taxonomy, named, operator))
  }
  when(params.related > 0, 'related', () => relatedTo(index, params.related))
  if (params.attribute_relation === 'in') {
    const any = emptyBits(index.capacity)
    for (const filter of params.attributes) addBits(any, hasValues(index, filter))
    when(params.attributes.length > 0, 'attributes', () => any)
  } else {
    for (const filter of params.attributes) when(true, attributeGroup(filter.attribute), () => hasValues(index, filter))
  }
  return groups
}

/** Variations are listed only when asked for, and only while their product is published. */
function shown(index: ShelfIndex, { type, parent, catalog_visibility: wanted, search }: ProductParams): Bits {
  if (type === 'variation' || (type === undefined && parent.length > 0)) {
    const bits = emptyBits(index.capacity)
    eachBit(index.set('type variation'), (slot) => {
      setBit(bits, slot, index.slotOf(index.columns.parentId[slot] ?? 0) !== undefined)
    })
    return bits
  }
  const own = type === undefined ? allBut(index, index.set('type variation')) : index.set(`type ${type}`).slice()
  switch (wanted) {
    case 'any':
      return own
    case 'catalog':
      return keepBits(own, index.set('listed'))
    case 'search':
      return keepBits(own, index.set('searchable'))
    case 'visible':
    case 'hidden':
      return keepBits(own, index.set(`visibility ${wanted}`))
    case undefined:
      return keepBits(own, index.set(search === '' ? 'listed' : 'searchable'))
  }
}

function allBut(index: ShelfIndex, bits: Bits): Bits {
  return dropBits(emptyBits(index.capacity).fill(-1), bits)
}

const inOrOut = (index: ShelfIndex, bits: Bits, isIn: boolean | undefined): Bits => (isIn ? bits : allBut(index, bits))

function ofParents(index: ShelfIndex, ids: readonly number[]): Bits {
  const wanted = new Set(ids)
  const bits = emptyBits(index.capacity)
  eachBit(index.set('type variation'), (slot) => {
    if (wanted.has(index.columns.parentId[slot] ?? 0)) setBit(bits, slot, true)
  })
  return bits
}

/** Published, or changed, after the one moment and before the other. */
function ofDates(index: ShelfIndex, { after, before, date_column: column }: ProductParams): Bits {
  const micros = column.startsWith('modified') ? index.columns.updatedMicros : index.columns.publishedMicros
  const from = after ? after.getTime() * 1000 : Number.NEGATIVE_INFINITY
  const until = before ? before.getTime() * 1000 : Number.POSITIVE_INFINITY
  const bits = emptyBits(index.capacity)
  for (let slot = 0; slot < index.capacity; slot += 1) {
    const moment = micros[slot] ?? 0
    if (moment > from && moment < until) setBit(bits, slot, true)
  }
  return bits
}

/** Terms by slug or id; a category stands for the ones below it too. `and` asks for every one of them. */
function inTerms(index: ShelfIndex, taxonomy: string, named: readonly string[], operator: Operator): Bits {
  const idsOf = (name: string): number[] => {
    const bySlug = index.terms.find(taxonomy, name)?.id
    const byId = /^\d{1,9}$/.test(name) ? index.terms.byId(Number(name)) : undefined
    return [...(bySlug === undefined ? [] : [bySlug]), ...(byId?.taxonomy === taxonomy ? [byId.id] : [])]
  }
  if (operator === 'and') {
    const each = named.map((name) => ofAnyTerm(index, idsOf(name)))
    return each.reduce((all, bits) => keepBits(all, bits), allBut(index, emptyBits(index.capacity)))
  }
  const any = ofAnyTerm(index, named.flatMap(idsOf))
  return operator === 'in' ? any : allBut(index, any)
}

function hasValues(index: ShelfIndex, { attribute, slugs, termIds, operator }: AttributeFilter): Bits {
  const bySlug = slugs.map((slug) => index.terms.find(attribute, slug)?.id)
  const byId = termIds.map((id) => (index.terms.byId(id)?.taxonomy === attribute ? id : undefined))
  const asked = [...bySlug, ...byId]
  const ids = asked.filter((id) => id !== undefined)
  if (operator === 'and') return ids.length < asked.length ? emptyBits(index.capacity) : ofAllTerms(index, ids)
  const any = ofAnyTerm(index, ids)
  return operator === 'in' ? any : allBut(index, any)
}

/** Shares a category or tag with this product. */
function relatedTo(index: ShelfIndex, id: number): Bits {
  const bits = emptyBits(index.capacity)
  const own = index.slotOf(id)
  if (own === undefined) return bits
  for (const termId of index.terms.at(own)) {
    const taxonomy = index.terms.byId(termId)?.taxonomy
    const isShared = taxonomy === 'product_cat' || taxonomy === 'product_tag'
    if (isShared) addBits(bits, index.terms.own(termId) ?? emptyBits(index.capacity))
  }
  setBit(bits, own, false)
  return bits
}

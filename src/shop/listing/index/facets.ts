import type { Facets, FacetValue } from '../listing.ts'
import { type Bits, countIntersection, intersectionCounter } from './bits.ts'
import type { ProductIndex } from './product-index.ts'
import { attributeFilterKey, type FilterSets, matchingBits, priceBounds } from './select.ts'

/** Facet counts of every filter group, each ignoring the group's own selection. Values without products are omitted. */
export function facetsIn(index: ProductIndex, filterSets: FilterSets): Facets {
  const all = matchingBits(index, filterSets)
  const without = (group: string): Bits => (filterSets.has(group) ? matchingBits(index, filterSets, group) : all)
  const countAll = intersectionCounter(all)
  const valuesOf = (taxonomy: string, group: string): FacetValue[] => {
    const countIn = filterSets.has(group) ? intersectionCounter(without(group)) : countAll
    return index.terms.inTaxonomy(taxonomy).flatMap(({ id, slug, name }) => {
      const count = countIn(index.terms.subtreeBits(id, index.capacity))
      return count === 0 ? [] : [{ id, slug, name, count }]
    })
  }
  const inStock = without('stock')
  const rated = without('rating')
  return {
    price: priceBounds(index, without('price')),
    categories: valuesOf('product_cat', 'category'),
    attributes: index.terms.attributes.flatMap(({ slug, label }) => {
      const values = valuesOf(slug, attributeFilterKey(slug))
      return values.length === 0 ? [] : [{ slug, label, values }]
    }),
    ratings: [5, 4, 3, 2, 1].flatMap((rating) => {
      const count = countIntersection(index.set(`rating ${rating}`), rated)
      return count === 0 ? [] : [{ rating, count }]
    }),
    stock: {
      instock: countIntersection(index.set('stock instock'), inStock),
      outofstock: countIntersection(index.set('stock outofstock'), inStock),
      onbackorder: countIntersection(index.set('stock onbackorder'), inStock),
    },
    onSale: countIntersection(index.set('onSale'), without('sale')),
  }
}

import type { Facets, FacetValue } from '../listing.ts'
import { type Bits, counterOf, countShared } from './bits.ts'
import { attributeGroup, type Groups, pricesOf, selected } from './select.ts'
import type { ShelfIndex } from './shelf-index.ts'

/** The counts of every group of filters, each as if nothing were chosen in it. Choices that would leave nothing are not in it. */
export function facetsIn(index: ShelfIndex, groups: Groups): Facets {
  const all = selected(index, groups)
  /** What would be left with nothing chosen in this group. */
  const without = (group: string): Bits => (groups.has(group) ? selected(index, groups, group) : all)
  const countAll = counterOf(all)
  const valuesOf = (taxonomy: string, group: string): FacetValue[] => {
    const countIn = groups.has(group) ? counterOf(without(group)) : countAll
    return index.terms.of(taxonomy).flatMap(({ id, slug, name }) => {
      const count = countIn(index.terms.whole(id, index.capacity))
      return count === 0 ? [] : [{ id, slug, name, count }]
    })
  }
  const inStock = without('stock')
  const rated = without('rating')
  return {
    price: pricesOf(index, without('price')),
    categories: valuesOf('product_cat', 'category'),
    attributes: index.terms.attributes.flatMap(({ slug, label }) => {
      const values = valuesOf(slug, attributeGroup(slug))
      return values.length === 0 ? [] : [{ slug, label, values }]
    }),
    ratings: [5, 4, 3, 2, 1].flatMap((rating) => {
      const count = countShared(index.set(`rating ${rating}`), rated)
      return count === 0 ? [] : [{ rating, count }]
    }),
    stock: {
      instock: countShared(index.set('stock instock'), inStock),
      outofstock: countShared(index.set('stock outofstock'), inStock),
      onbackorder: countShared(index.set('stock onbackorder'), inStock),
    },
    onSale: countShared(index.set('onSale'), without('sale')),
  }
}

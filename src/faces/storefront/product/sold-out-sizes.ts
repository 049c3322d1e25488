import { type Product, priceAt, stockStatusOf } from '../../../shop/catalog/product.ts'

/** Sold-out variations with the values of their options, for those who want to be told when one is back. */
export const soldOutSizes = ({ type, variations, attributes }: Product, now: Date) =>
  type === 'variable'
    ? variations
        .filter(
          (variation) => stockStatusOf(variation.stock) === 'outofstock' && priceAt(variation, now).cents !== null,
        )
        .map(({ id, choices }) => ({
          id,
          label: attributes
            .flatMap(({ slug, terms }) => terms.find((term) => term.slug === choices[slug])?.name ?? [])
            .join(', '),
        }))
    : []

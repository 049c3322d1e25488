/** Values of option cells, as written by several versions of WooCommerce and by spreadsheets. */

/** `words` has the accepted words for each meaning, separated by |. */
const meanings = <Meaning extends string>(
  words: Readonly<Record<Meaning, string>>,
): Readonly<Record<string, Meaning>> =>
  Object.fromEntries(
    Object.entries<string>(words).flatMap(([meaning, text]) => text.split('|').map((word) => [word, meaning])),
  ) as Record<string, Meaning>

/** A blank cell leaves the status of a stored product. */
export const statuses = meanings({ publish: '1|true', private: '0', draft: '-1|false', pending: '2' })
export const visibilities = meanings({ visible: 'visible|', catalog: 'catalog', search: 'search', hidden: 'hidden' })
export const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true }
/** WooCommerce's zero-rate class means the shop's grocery class, unless the shop has a zero-rate class itself. */
export function taxClassMeanings(slugs: readonly string[]) {
  const wordsOf = (slug: string) => {
    if (slug === 'standard') return 'standard|'
    return slug === 'grocery' && !slugs.includes('zero-rate') ? 'zero-rate|zero rate|grocery' : slug
  }
  const ofProducts = meanings(Object.fromEntries(slugs.map((slug) => [slug, wordsOf(slug)])))
  return { ofProducts, ofVariations: { ...ofProducts, parent: 'parent', '': 'parent' } }
}
export type TaxClassMeanings = ReturnType<typeof taxClassMeanings>
export const stockStatuses = meanings({
  instock: '1|yes|true|instock|',
  outofstock: '0|no|false|outofstock',
  onbackorder: 'backorder|onbackorder',
})
export const backorders = meanings({ yes: '1|yes|true', no: '0|no|false|', notify: 'notify' })

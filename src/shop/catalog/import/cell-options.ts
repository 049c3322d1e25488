/** What cells with a choice mean, in the words of exports of several versions and of spreadsheets. */

/** By meaning the words for it, with | between them. */
const meanings = <Meaning extends string>(
  words: Readonly<Record<Meaning, string>>,
): Readonly<Record<string, Meaning>> =>
  Object.fromEntries(
    Object.entries<string>(words).flatMap(([meaning, text]) => text.split('|').map((word) => [word, meaning])),
  ) as Record<string, Meaning>

export const statuses = meanings({ publish: '1|true|', private: '0', draft: '-1|false', pending: '2' })
export const visibilities = meanings({ visible: 'visible|', catalog: 'catalog', search: 'search', hidden: 'hidden' })
export const taxStatuses = { taxable: true, shipping: false, none: false, true: true, false: false, '': true }
export const taxClasses = meanings({
  standard: 'standard|',
  grocery: 'zero-rate|zero rate|grocery',
  supplement: 'supplement',
})
export const variationTaxClasses = { ...taxClasses, parent: 'parent', '': 'parent' } as const
export const stockStatuses = meanings({
  instock: '1|yes|true|instock|',
  outofstock: '0|no|false|outofstock',
  onbackorder: 'backorder|onbackorder',
})
export const backorders = meanings({ yes: '1|yes|true', no: '0|no|false|', notify: 'notify' })

/** An item of a checkout link. */
export type LinkItem = {
  /** Id of a product or variation, or its SKU. */
  readonly product: string
  readonly quantity: number
  /** Attribute slug to chosen term slug. */
  readonly choices: Readonly<Record<string, string>>
}

/** The maximum number of lines in a cart. */
const MAX_ITEMS = 100

/**
 * Parses `products` of a checkout link: `12:2,15` or `TEA-1:1:attribute_pa_size=50-g;…`, id or SKU first, then quantity
 * and choices, both optional (https://developer.woocommerce.com/docs/best-practices/urls-and-routing/checkout-urls).
 * Invalid items are ignored.
 */
export function parseLinkItems(products: string): LinkItem[] {
  return products
    .split(',')
    .slice(0, MAX_ITEMS)
    .flatMap((part) => {
      const [product = '', quantity = '', choices = ''] = part.split(':').map((text) => text.trim())
      const parsedQuantity = quantity === '' ? 1 : /^\d{1,9}$/.test(quantity) ? Number(quantity) : 0
      return product === '' || product.length > 100 || parsedQuantity === 0
        ? []
        : [{ product, quantity: parsedQuantity, choices: parseChoices(choices) }]
    })
}

const parseChoices = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return name === '' || value.length === 0 ? [] : [[name.replace(/^attribute_/, ''), value.join('=').slice(0, 200)]]
    }),
  )

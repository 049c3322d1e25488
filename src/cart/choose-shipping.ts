import type { Address } from '../checkout/address.ts'
import type { Db } from '../database/connect.ts'
import { addressRules } from '../orders/country-rules.ts'
import type { Shop } from '../shop.ts'
import { type Cart } from './cart.store.ts'
import { type CartChange, lockCart, touchCart } from './change-cart.store.ts'
import { priceCart, SHOP_BASE } from './price-cart.ts'

export type Estimate = Pick<Address, 'country' | 'state' | 'postcode'> & { readonly city?: string }
export type EstimateProblem = 'country' | 'state' | 'postcode'

const MOST_LETTERS = 60

/** Reads the fields of the shipping calculator. The postal code may be left out: taxes and rates go by province. */
export function readEstimate(
  fields: Readonly<Record<string, string>>,
): { readonly ok: true; readonly estimate: Estimate } | { readonly ok: false; readonly problem: EstimateProblem } {
  const text = (name: string) => (fields[`calc_shipping_${name}`] ?? '').trim().slice(0, MOST_LETTERS)
  const country = (text('country') || SHOP_BASE.country).toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) return { ok: false, problem: 'country' }
  const rules = addressRules(country)
  const state = text('state').toUpperCase()
  if (rules.provinces && !rules.provinces.some((province) => province.code === state))
    return { ok: false, problem: 'state' }
  const postcode = rules.normalisePostcode(text('postcode'))
  if (postcode !== '' && !rules.isPostcode(postcode)) return { ok: false, problem: 'postcode' }
  const city = fields.calc_shipping_city === undefined ? {} : { city: text('city') }
  return { ok: true, estimate: { country, state, postcode, ...city } }
}

export const estimateProblemText: Readonly<Record<EstimateProblem, string>> = {
  country: 'Please choose a country we ship to.',
  state: 'Please choose a province.',
  postcode: 'This does not look like a postal code. Please check it, or leave it empty.',
}

/**
 * Keeps where the goods would go. A street that was given before is of another place and goes; a billing address with a
 * street stays as it is.
 */
export function keepEstimate(db: Db, cartId: string, estimate: Estimate, now: Date): Promise<Cart> {
  return keepChoices(db, cartId, now, ({ billing, shipping }) => {
    const isSamePlace = (address: Partial<Address>) =>
      address.country === estimate.country && address.state === estimate.state
    const { address1: _, address2: __, city: ___, ...withoutStreet } = shipping
    return {
      shipping: { ...(isSamePlace(shipping) ? shipping : withoutStreet), ...estimate },
      ...(billing.address1 ? {} : { billing: { ...billing, ...estimate } }),
    }
  })
}

/** Chooses how the goods are sent. A way that is not offered changes nothing. */
export function chooseMethod(shop: Shop, cartId: string, wanted: string): Promise<Cart> {
  return keepChoices(shop.db, cartId, shop.now(), (cart) =>
    priceCart(shop, cart).shippingRates.some((rate) => rate.id === wanted) ? { shippingMethod: wanted } : {},
  )
}

/** Writes a decision; one that changes nothing is not counted as a change. */
async function keepChoices(db: Db, cartId: string, now: Date, decide: (cart: Cart) => CartChange): Promise<Cart> {
  return db.transaction(async (tx) => {
    const cart = await lockCart(tx, cartId, now)
    const change = decide(cart)
    const isSame = Object.entries(change).every(
      ([name, value]) => inOrder(cart[name as keyof CartChange]) === inOrder(value),
    )
    return isSame ? cart : { ...cart, ...change, version: await touchCart(tx, cartId, now, change) }
  })
}

/** An address comes back from the database with its fields in another order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value && typeof value === 'object' ? Object.entries(value).toSorted() : (value ?? null))

import type { Address } from '../../people/addresses/address.ts'
import { addressRules } from '../../people/addresses/country-rules.ts'
import type { Db } from '../../platform/database/connect.ts'
import { cutText } from '../../platform/storable-text.ts'
import type { Region } from '../pricing/tax.ts'
import type { Cart } from './cart.store.ts'
import { type CartChange, lockCart, updateCart } from './change-cart.store.ts'
import { hasChanged } from './checkout-draft.ts'
import type { CartContext } from './context.ts'
import { priceCart } from './price-cart.ts'

export type Estimate = Pick<Address, 'country' | 'state' | 'postcode'> & { readonly city?: string }
export type EstimateProblem = keyof typeof estimateProblemText

const MAX_LENGTH = 60

/** The postal code is optional: taxes and rates depend on the province. */
export function parseEstimate(
  fields: Readonly<Record<string, string>>,
  base: Region,
): { readonly ok: true; readonly estimate: Estimate } | { readonly ok: false; readonly problem: EstimateProblem } {
  const text = (name: string) => cutText((fields[`calc_shipping_${name}`] ?? '').trim(), MAX_LENGTH)
  const country = (text('country') || base.country).toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) return { ok: false, problem: 'country' }
  const rules = addressRules(country)
  const state = text('state').toUpperCase()
  if (rules.provinces && !rules.provinces.some((province) => province.code === state))
    return { ok: false, problem: 'state' }
  const postcode = rules.normalizePostcode(text('postcode'))
  if (postcode !== '' && !rules.isPostcode(postcode)) return { ok: false, problem: 'postcode' }
  const city = fields.calc_shipping_city === undefined ? {} : { city: text('city') }
  return { ok: true, estimate: { country, state, postcode, ...city } }
}

export const estimateProblemText = {
  country: 'Please choose a country we ship to.',
  state: 'Please choose a province.',
  postcode: 'This does not look like a postal code. Please check it, or leave it empty.',
}

/** A street entered earlier belongs to another place and is removed; a billing address with a street stays. */
export const saveEstimate = (db: Db, sessionKey: string, estimate: Estimate, now: Date): Promise<Cart> =>
  saveCartChange(db, sessionKey, now, ({ billing, shipping }) => {
    const isSameRegion = (address: Partial<Address>) =>
      address.country === estimate.country && address.state === estimate.state
    const { address1: _, address2: __, city: ___, ...withoutStreet } = shipping
    return {
      shipping: { ...(isSameRegion(shipping) ? shipping : withoutStreet), ...estimate },
      ...(billing.address1 ? {} : { billing: { ...billing, ...estimate } }),
    }
  })

export const chooseShippingMethod = (shop: CartContext, sessionKey: string, rateId: string): Promise<Cart> =>
  saveCartChange(shop.db, sessionKey, shop.now(), (cart) =>
    priceCart(shop, cart).shippingRates.some((rate) => rate.id === rateId) ? { shippingMethod: rateId } : {},
  )

const saveCartChange = async (db: Db, sessionKey: string, now: Date, changeFor: (cart: Cart) => CartChange) =>
  db.transaction(async (tx) => {
    const cart = await lockCart(tx, sessionKey, now)
    const change = changeFor(cart)
    if (!hasChanged(cart, change)) return cart
    return { ...cart, ...change, version: await updateCart(tx, cart.id, now, change) }
  })

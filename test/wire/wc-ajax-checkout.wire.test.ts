import { describe, test } from 'vitest'
import { createUser } from '../../src/people/identity/users.store.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { normalizeAjaxBody } from './markup.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app, db } = await openShop({ settings: recordedSettings })
// The recorded shop's owner has this email, for which a recorded checkout tries to create an account.
await createUser(db, { email: 'admin@shop.test', name: 'Owner', password: 'kettle-and-cup', role: 'administrator' })
const replay = new Replay(app, normalizeAjaxBody)
const reviews = recordedExchanges('wc-ajax-update-order-review')
const checkouts = recordedExchanges('wc-ajax-checkout')
const [like] = reviews
if (!like) throw new Error('Nothing was recorded')

/** Fills the recorded cart and reads the nonces of the checkout page. */
async function beginCheckout(
  exchange: Exchange,
  products: readonly (readonly [id: number, quantity: number])[],
  shop = replay,
) {
  for (const [product_id, quantity] of products)
    await shop.between(exchange, 'POST', '/?wc-ajax=add_to_cart', { product_id, quantity })
  const page = await (await shop.between(exchange, 'GET', '/checkout/')).text()
  const found = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? 'not on the page'
  return {
    review: found(/"update_order_review_nonce":"([0-9a-f]+)"/),
    checkout: found(/name="woocommerce-process-checkout-nonce" value="([0-9a-f]+)"/),
  }
}

/** Replaces the recorded nonces with ours; an invalid nonce stays as it is. */
function ownNonces(exchange: Exchange, own: { review: string; checkout: string }): Record<string, string> {
  const body = exchange.request.body as Record<string, string>
  const isOwn = (nonce: string | undefined) => nonce !== undefined && nonce !== 'badnonce00'
  return {
    ...(isOwn(body.security) ? { security: own.review } : {}),
    ...(isOwn(body['woocommerce-process-checkout-nonce'])
      ? { 'woocommerce-process-checkout-nonce': own.checkout }
      : {}),
  }
}

/** The button that places the order shows the amount. */
const button: Deviation = {
  where: /^body\.fragments\.\.woocommerce-checkout-payment\.amounts\.length$/,
  reason: 'place-order-amount',
}

/** A fragment for scripts of the payment plugin; the recorded shop had no such fragment. */
const ofPlugin: Deviation = { where: /^body\.fragments\.\.wc-stripe-element-options$/, reason: 'plugin-fragments' }

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'Ontario, flat rate': [button, ofPlugin],
  'British Columbia, tax changes': [button, ofPlugin],
  'United States, no shipping zone': [button, ofPlugin],
  'local pickup, bank transfer': [button, ofPlugin],
  'ship to different address, empty shipping fields': [
    { where: /^body\.messages\.length$/, reason: 'phone-is-for-billing' },
  ],
  'second submit of the same form after success (cart is empty)': [
    { where: /^body\..*$/, reason: 'same-checkout-same-order' },
  ],
  'success, bank transfer, with account creation (sets login cookies)': [
    { where: /^header set-cookie$/, reason: 'own-sign-in-cookie' },
  ],
}

const cart = [
  [131, 2],
  [56, 1],
] as const
const nonces = await beginCheckout(like, cart)
const step = (exchange: Exchange) =>
  replay.step({ exchange, deviations: byName[exchange.name] ?? [], fields: ownNonces(exchange, nonces) })

describe('update_order_review', () => {
  test.each(reviews)('[CHK-04] $name', step)
})

/** Checkouts that create an account; each of them gets a separate cart. */
const withAccount = checkouts.filter(({ request }) => 'createaccount' in (request.body as object))

describe('checkout', () => {
  test.each(checkouts.filter((exchange) => !withAccount.includes(exchange)))(
    '[CHK-08 billing on checkout] [CHK-09 field message, Billing label] [CHK-13 success, messages] $name',
    step,
  )

  test.each(withAccount)('[CHK-13] $name', async (exchange) => {
    const own = await beginCheckout(exchange, [[131, 2]])
    await replay.step({ exchange, deviations: byName[exchange.name] ?? [], fields: ownNonces(exchange, own) })
  })
})

describe('checkout of a shop that sells to Canada alone', async () => {
  const canadian = await openShop({
    settings: { ...recordedSettings, checkout: { sellsTo: ['CA'], shipsTo: ['CA'], accountCreation: 'link' } },
  })
  const inCanada = new Replay(canadian.app, normalizeAjaxBody)

  test.each(checkouts.filter(({ name }) => name === 'country with no shipping'))(
    '[PLAT-01] $name',
    async (exchange) => {
      const own = await beginCheckout(exchange, cart, inCanada)
      const deviations = [{ where: /^body\.messages/, reason: 'unsold-country-at-its-field' }]
      await inCanada.step({ exchange, deviations, fields: ownNonces(exchange, own) })
      inCanada.expectNoUnusedDeviation()
    },
  )
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())

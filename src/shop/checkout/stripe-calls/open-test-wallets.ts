import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { type Buyer, newBuyer } from '../../../../test/running/buyer.ts'
import { providerEvents } from '../../../../test/support/provider-events.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { sheetAddresses } from '../../../../test/support/wallet-sheet.ts'
import { findOrder } from '../../orders/orders.store.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'
import type { FeeRule } from '../../pricing/fees.ts'

type Json = Record<string, unknown> & { code?: string; data?: Record<string, unknown> }
export const google = 'stripe_googlepay'
export type Wallet = keyof typeof everyWallet

/** A shop with every wallet; before each test without carts, orders and fees. */
export async function openTestWallets() {
  const opened = await openShop({ settings: { ...recordedSettings, gateways: everyWallet }, poolSize: 10 })
  const { app, db, pool, shop } = opened
  const { stripe } = providerEvents(opened)
  const charges: { fees: readonly FeeRule[] } = { fees: [] }
  const { pricing } = shop
  Object.assign(shop, { pricing: () => ({ ...pricing(), ...charges }) })

  beforeEach(async () => {
    charges.fees = []
    await pool.query('truncate orders, payments, carts, stock_movements, rate_limits cascade')
  })

  const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
  async function call(buyer: Buyer, route: string, fields: Record<string, string>) {
    const response = await buyer.post(`/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`, fields)
    expect(response.status).toBe(200)
    return (await response.json()) as Json
  }

  const token = (wallet: Wallet, card = 'pm_card_visa') => ({ payment_method: wallet, [`${wallet}_token_key`]: card })
  const tea = { product_id: String(referenceIds.simple), variation_id: '0', qty: '1', page_id: 'product' }
  /** An address as wallets send it before the payment is authorized. */
  const redacted = (state: string, postcode: string, city = 'Somewhere') => ({
    'address[country]': 'CA',
    'address[state]': state,
    'address[postcode]': postcode,
    'address[city]': city,
  })
  /** A complete address, as wallets send it after the authorization. */
  const complete = (state: string, postcode: string) =>
    sheetAddresses({ city: 'Somewhere', state, postcode, country: 'ca' })
  const ontario = complete('Ontario', 'm5v2t6')

  const theOrder = async () => {
    const [row, ...others] = await db.select().from(orders)
    expect(others).toEqual([])
    const order = row && (await findOrder(db, row.id))
    if (!order) throw new Error('No order was placed')
    return order
  }
  async function intents(orderId?: number) {
    const isAsked = orderId === undefined ? undefined : eq(payments.orderId, orderId)
    const ids = (await db.select().from(payments).where(isAsked)).flatMap(({ intentId }) => intentId ?? [])
    return Promise.all(ids.map((id) => stripe.paymentIntents.retrieve(id)))
  }
  const expectNothing = async () => expect([await db.$count(orders), await db.$count(payments)]).toEqual([0, 0])

  return {
    charges,
    shopper,
    token,
    tea,
    redacted,
    complete,
    ontario,
    theOrder,
    expectNothing,
    call,
    intents,
    db,
    shop,
  }
}

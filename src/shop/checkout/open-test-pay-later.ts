import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { type Buyer, newBuyer } from '../../../test/running/buyer.ts'
import { providerEvents } from '../../../test/support/provider-events.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, recordedSettings, SHOP_URL } from '../../../test/support/shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { defaultSettings } from '../../settings.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orders } from '../orders/orders.table.ts'
import { payments } from '../orders/payments/payments.table.ts'

export type Outcome = 'accept' | 'later' | 'decline' | 'close'

/** A shop that offers Affirm, Afterpay and Klarna; before each test without orders. */
export async function openTestPayLater() {
  const { stripe_klarna: klarna, stripe_afterpay: afterpay, stripe_affirm: affirm } = defaultSettings.gateways
  const on = { enabled: true }
  const clock = { later: 0 }
  const opened = await openShop({
    settings: {
      ...recordedSettings,
      gateways: {
        ...defaultSettings.gateways,
        stripe_klarna: { ...klarna, ...on },
        stripe_afterpay: { ...afterpay, ...on },
        stripe_affirm: { ...affirm, ...on },
      },
    },
    now: () => new Date(Date.now() + clock.later),
  })
  const { app, shop, db, pool } = opened
  const { stripe, about, deliver } = providerEvents(opened)

  const productId = referenceIds.simple
  const STOCK = 50

  beforeEach(async () => {
    clock.later = 0
    await pool.query('truncate orders, payments, payment_events, emails, stock_movements, rate_limits cascade')
    await setStock(db, productId, STOCK)
  })

  const buyer = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
  const allOrders = () => db.select().from(orders).orderBy(orders.id)
  async function theOrder() {
    const [order, ...others] = await allOrders()
    if (!order || others.length > 0) throw new Error(`There are ${others.length + (order ? 1 : 0)} orders`)
    return order
  }
  const thePayments = () => db.select().from(payments).orderBy(payments.id)
  const intentId = async () => (await thePayments()).at(-1)?.intentId ?? ''
  const onHand = async () =>
    (await db.select().from(stockLevels).where(eq(stockLevels.productId, productId)))[0]?.onHand ?? 0
  const templates = async () => (await db.select().from(emails).orderBy(emails.id)).map(({ template }) => template)
  const charged = async () => {
    const { data } = await stripe.charges.list({ limit: 100 })
    const { orderKey } = await theOrder()
    return data.filter((charge) => charge.metadata.order_key === orderKey && charge.paid).length
  }
  const hasCart = async (shopper: Buyer) =>
    (await (await shopper.send('/cart/')).text()).includes('woocommerce-cart-form__cart-item')

  async function shopperWithCart(quantity = 2): Promise<Buyer> {
    const shopper = buyer()
    await shopper.add(productId, quantity)
    return shopper
  }

  /** Presses "Place order"; returns the URL of the redirect. */
  async function place(shopper: Buyer, method = 'stripe_klarna', more: Record<string, string> = {}): Promise<string> {
    const { result, redirect, messages } = await shopper.checkout(await shopper.openCheckout(), {
      payment_method: method,
      ...more,
    })
    if (result !== 'success' || !redirect) throw new Error(messages)
    return redirect
  }

  /** Answers on the provider's page; returns the URL to which it redirects the browser. */
  async function answer(url: string, outcome: Outcome): Promise<URL> {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }

  /** Opens the return URL; returns the URL of the next redirect. */
  async function comeBack(shopper: Buyer, url: URL): Promise<string> {
    expect(url.origin).toBe(SHOP_URL)
    const response = await shopper.send(url.pathname + url.search)
    expect(response.status).toBe(303)
    return response.headers.get('location') ?? ''
  }
  const page = async (shopper: Buyer, path: string) => (await shopper.send(path)).text()

  return {
    on,
    clock,
    opened,
    productId,
    STOCK,
    buyer,
    allOrders,
    thePayments,
    intentId,
    onHand,
    templates,
    charged,
    hasCart,
    page,
    theOrder,
    shopperWithCart,
    place,
    answer,
    comeBack,
    afterpay,
    affirm,
    app,
    shop,
    stripe,
    about,
    deliver,
  }
}

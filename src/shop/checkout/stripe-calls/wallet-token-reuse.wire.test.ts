/**
 * A wallet's token pays only once: if it is sent with another purchase, nothing is bought, and the shopper reads what
 * to do.
 */
import { expect, test } from 'vitest'
import { type Buyer, newBuyer } from '../../../../test/running/buyer.ts'
import { providerEvents } from '../../../../test/support/provider-events.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { sheetAddresses } from '../../../../test/support/wallet-sheet.ts'
import { stockLevels } from '../../inventory/stock.table.ts'
import { orders } from '../../orders/orders.table.ts'
import { payments } from '../../orders/payments/payments.table.ts'

const opened = await openShop({ settings: { ...recordedSettings, gateways: everyWallet } })
const { app, db } = opened
const { stripe } = providerEvents(opened)

const buyerWithTea = async (): Promise<Buyer> => {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(referenceIds.simple, 1)
  return buyer
}
const SAID_AGAIN =
  'A confirmation from your wallet or card can pay only once, and nothing was charged this time. Please confirm the payment again.'

/** Pays the buyer's cart from a sheet on the cart page. */
async function payInSheet(buyer: Buyer, method: string) {
  const response = await buyer.post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/checkout', {
    ...sheetAddresses(),
    payment_method: 'stripe_googlepay',
    stripe_googlepay_token_key: method,
    page_id: 'cart',
  })
  return (await response.json()) as { result: string; reason?: string; message?: string }
}

/** The number of charges that the provider has made. */
const charges = async () => (await stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => paid).length

test('a token that has paid buys nothing more, in the sheet and in the list of payment methods', async () => {
  const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_google_pay' } })
  expect((await payInSheet(await buyerWithTea(), id)).result).toBe('success')
  const [stock] = await db.select().from(stockLevels)
  expect(await charges()).toBe(1)

  const again = await buyerWithTea()
  const inSheet = await payInSheet(again, id)
  expect(inSheet).toMatchObject({ result: 'failure', reason: 'PAYMENT_DATA_INVALID', message: SAID_AGAIN })

  const other = await buyerWithTea()
  const inList = await other.checkout(await other.openCheckout(), {
    payment_method: 'stripe_googlepay',
    stripe_googlepay_token_key: id,
  })
  expect(inList).toMatchObject({ result: 'failure', messages: expect.stringContaining(SAID_AGAIN) })

  expect(await charges()).toBe(1)
  const paid = (await db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
  expect(paid).toHaveLength(1)
  expect((await db.select().from(payments)).filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  expect((await db.select().from(stockLevels))[0]).toEqual(stock)
  // A new confirmation pays for the products that are still in the cart.
  const fresh = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_google_pay' } })
  expect((await payInSheet(again, fresh.id)).result).toBe('success')
  expect(await charges()).toBe(2)
})

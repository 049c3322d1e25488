import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Buyer, newBuyer } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { entries } from '../../../things/entries/entries.table.ts'

const { app, db } = await openShop({ settings: { ...recordedSettings, gateways: everyWallet } })
const shopper = (): Buyer => newBuyer(async (path, init) => app.request(path, init))

test('[XW-17] a product with a password is bought with a wallet by whoever has entered it, and by nobody else', async () => {
  const isTea = eq(entries.id, referenceIds.simple)
  const [tea] = await db.update(entries).set({ password: 'oolong' }).where(isTea).returning()
  const path = hrefs.product(tea?.slug ?? '')
  const [buyer, stranger] = [shopper(), shopper()]
  await buyer.post(path, { post_password: 'oolong' })
  expect(await (await buyer.send(path)).text()).toContain('wc_stripe_product_payment_methods')
  const item = {
    product_id: String(referenceIds.simple),
    variation_id: '0',
    qty: '1',
    payment_method: 'stripe_googlepay',
  }
  for (const route of ['cart/cart-calculation', 'cart/add-to-cart']) {
    const call = async (who: Buyer): Promise<unknown> =>
      (await who.post(`/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/${route}`, item)).json()
    expect(await call(buyer)).toHaveProperty('data')
    expect(await call(stranger)).toMatchObject({ code: 'cart-error' })
  }
})

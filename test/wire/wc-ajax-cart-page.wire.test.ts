/** The cart page's calls for coupons, totals and shipping methods, compared with the recordings. */
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOrder } from '../support/orders.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { missingHooks, normalizeMarkupBody } from './markup.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app, db } = await openShop({ settings: recordedSettings })
const replay = new Replay(app, normalizeMarkupBody)

const applying = recordedExchanges('wc-ajax-apply-coupon')
const removing = recordedExchanges('wc-ajax-remove-coupon')
const totals = recordedExchanges('wc-ajax-cart-totals-and-shipping')
const [like] = applying
if (!like) throw new Error('Nothing was recorded')

/** The nonces in the settings of the cart page. */
const nonces = new Map<string, string>()

beforeAll(async () => {
  const used = { code: 'usedup', couponId: 20, discountCents: 0, discountTaxCents: 0, usedBy: 'bob@shop.test' }
  await writeOrder(db, { coupons: [used] })
  await replay.between(like, 'POST', '/?wc-ajax=add_to_cart', { product_id: 131, quantity: 2 })
  const page = await (await replay.between(like, 'GET', '/cart/')).text()
  for (const [, name = '', value = ''] of page.matchAll(/"(\w+)_nonce":"([0-9a-f]{10})"/g)) nonces.set(name, value)
})

const byName: Readonly<Record<string, readonly Deviation[]>> = {}

function step(exchange: Exchange) {
  const { security } = (exchange.request.body ?? {}) as { security?: string }
  const name = new URL(exchange.request.url).searchParams.get('wc-ajax') ?? ''
  const isForged = security === undefined || security === 'badbadbad0' || security === 'x'
  const fields: Record<string, string> = isForged ? {} : { security: nonces.get(name) ?? 'none' }
  return replay.step({ exchange, fields, deviations: byName[exchange.name] ?? [] })
}

describe('apply_coupon', () => {
  test.each(applying)('[MINI-05] $name', step)

  test('[MINI-05] refusals carry the public names, an amount in the markup of prices', async () => {
    for (const name of ['minimum spend not met', 'expired', 'usage limit reached']) {
      const exchange = applying.find((one) => one.name === name)
      const code = (exchange?.request.body as { coupon_code?: string } | undefined)?.coupon_code ?? ''
      const security = nonces.get('apply_coupon') ?? ''
      const answer = await replay.between(like, 'POST', '/?wc-ajax=apply_coupon', { security, coupon_code: code })
      expect([name, missingHooks(String(exchange?.response.body), await answer.text())]).toEqual([name, []])
    }
  })
})

describe('remove_coupon', () => {
  test.each(removing)('[MINI-05] $name', step)
})

describe('get_cart_totals and update_shipping_method', () => {
  test.each(totals)('[MINI-05] $name', step)

  test('[MINI-05] the totals carry the public names', async () => {
    const recorded = String(totals[0]?.response.body)
    const ours = await (await replay.between(like, 'GET', '/?wc-ajax=get_cart_totals')).text()
    // Shipping is estimated by province: the form asks for neither country nor city (`estimate-by-province`).
    const leftOut = /calc_shipping_(country_field|city)|shipping-calculator-button/
    expect(missingHooks(recorded, ours).filter((mark) => !leftOut.test(mark))).toEqual([])
  })
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())

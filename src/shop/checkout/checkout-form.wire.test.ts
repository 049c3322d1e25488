/** The checkout as a plain form, for browsers and other clients: no input is lost, and nothing invalid is stored. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addProduct, setStockOnHand, stockOnHand } from '../../../test/faults/stock.ts'
import { type Buyer, newBuyer, ontario, type SendRequest } from '../../../test/running/buyer.ts'
import { repetitions } from '../../../test/running/long-run.ts'
import { openShop } from '../../../test/support/shop.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { defaultSettings } from '../../settings.ts'
import { orders } from '../orders/orders.table.ts'
import { TOTAL_CHANGED } from './checkout-notices.tsx'

const { gateways } = defaultSettings
const { app, db } = await openShop({
  settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const ask: SendRequest = async (path, init) => app.request(path, init)
let tin: number
beforeAll(async () => {
  tin = await addProduct(db, 1000)
})

async function openCheckout(): Promise<{ buyer: Buyer; nonce: string }> {
  const buyer = newBuyer(ask)
  await buyer.add(tin, 2)
  return { buyer, nonce: (await buyer.openCheckout()).checkoutNonce }
}

/** The values of a page's fields: texts by name, checked boxes and selected options. */
function valuesIn(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const unescape = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&lt;', '<')
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = /\bname="([^"]*)"/.exec(tag)?.[1]
    const isBox = /type="(checkbox|radio)"/.test(tag)
    if (name && (!isBox || /\bchecked\b/.test(tag))) fields[name] = unescape(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  for (const [, name = '', inner = ''] of html.matchAll(/<select\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /<option value="([^"]*)" selected/.exec(inner)?.[1] ?? ''
  for (const [, name = '', inner = ''] of html.matchAll(/<textarea\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs))
    fields[name] = unescape(inner)
  return fields
}

const typed: Readonly<Record<string, string>> = {
  ...ontario,
  billing_first_name: 'Ada & Co',
  billing_company: 'Kettle House',
  order_comments: 'Leave it\nat the door',
  payment_method: 'bacs',
}

test('[CHK-18] a product that sold out meanwhile is reported before the form is filled in', async () => {
  const few = await addProduct(db, 2)
  const buyer = newBuyer(ask)
  await buyer.add(few, 2)
  const notices = async () => {
    const html = await (await buyer.send('/checkout/')).text()
    return [...html.matchAll(/class="woocommerce-error[^>]*>(.*?)<\/ul>/gs)].map(([, inner]) => inner).join('')
  }
  expect(await notices()).toBe('')
  await setStockOnHand(db, few, 1)
  expect(await notices()).toContain('(1 available)')
  await setStockOnHand(db, few, 0)
  expect(await notices()).toContain('is not in stock. Please edit your cart and try again.')
})

describe('[CHK-09] a form with errors', () => {
  test('[CHK-07] [CHK-09] shows all other input as it was entered', async () => {
    const { buyer, nonce } = await openCheckout()
    const sent: Record<string, string> = {
      ...typed,
      billing_postcode: 'nonsense',
      createaccount: '1',
      ship_to_different_address: '1',
      shipping_first_name: 'Luc',
      shipping_last_name: 'Roy',
      shipping_country: 'CA',
      shipping_address_1: '2 Cup Road',
      shipping_city: 'Regina',
      shipping_state: 'SK',
      shipping_postcode: 's4p3y2',
      'woocommerce-process-checkout-nonce': nonce,
    }
    const response = await buyer.post('/checkout/', sent)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<a href="#billing_postcode"><strong>Billing Postal code</strong> is not a valid postcode')
    expect(html).toMatch(/id="billing_postcode_description"[^>]*>Postal code is not a valid postcode/)
    const field = /<input[^>]*name="billing_postcode"[^>]*>/.exec(html)?.[0]
    expect(field).toContain('aria-invalid="true" aria-describedby="billing_postcode_description"')
    const shown = valuesIn(html)
    for (const name of Object.keys(sent)) {
      if (name === 'terms-field') continue
      const expected: Record<string, string> = {
        billing_postcode: 'NONSENSE',
        shipping_postcode: 'S4P 3Y2',
        billing_phone: '+1 416 555 0100',
      }
      expect(shown[name], name).toBe(expected[name] ?? sent[name])
    }
    expect(await db.$count(orders)).toBe(0)
  })

  test('[CHK-09] says “Billing” only beside another address, and the answer to a script says it always', async () => {
    const { buyer, nonce } = await openCheckout()
    const sent = { ...typed, billing_postcode: 'nonsense', billing_phone: '' }
    const html = await (await buyer.post('/checkout/', { ...sent, 'woocommerce-process-checkout-nonce': nonce })).text()
    expect(html).toContain('<a href="#billing_postcode"><strong>Postal code</strong> is not a valid postcode')
    expect(html).toContain('<strong>Phone</strong> is a required field.')
    const { messages } = await buyer.checkout(await buyer.openCheckout(), sent)
    expect(messages).toContain('<strong>Billing Postal code</strong> is not a valid postcode')
    expect(messages).toContain('<strong>Billing Phone</strong> is a required field.')
  })

  test('[CHK-07] missing consent to the terms is reported with the exact text', async () => {
    const { buyer, nonce } = await openCheckout()
    const { terms: _, ...without } = typed
    const sent = { ...without, 'woocommerce-process-checkout-nonce': nonce }
    const html = await (await buyer.post('/checkout/', sent)).text()
    expect(html).toContain('Please read and accept the terms and conditions to proceed with your order.')
    expect(valuesIn(html)).not.toHaveProperty('terms')
    const answer = await buyer.checkout(await buyer.openCheckout(), { ...without, terms: '' })
    expect(answer.messages).toContain('data-id="terms"')
    expect(await db.$count(orders)).toBe(0)
  })

  test('[CHK-07] a form without terms, as other clients send it, requires no consent', async () => {
    const { buyer } = await openCheckout()
    const { terms: _, 'terms-field': __, ...without } = typed
    const answer = await buyer.checkout(await buyer.openCheckout(), without)
    expect([answer.result, answer.messages]).toEqual(['success', undefined])
    await db.delete(orders)
  })

  test('[CHK-04] “Update totals” keeps the input, also for the next visit', async () => {
    const { buyer, nonce } = await openCheckout()
    const html = await (
      await buyer.post('/checkout/', {
        ...typed,
        billing_state: 'BC',
        woocommerce_checkout_update_totals: 'Update totals',
        'woocommerce-process-checkout-nonce': nonce,
      })
    ).text()
    expect(html).not.toContain('woocommerce-error')
    for (const shown of [valuesIn(html), valuesIn(await (await buyer.send('/checkout/')).text())])
      expect(shown).toMatchObject({
        billing_state: 'BC',
        billing_city: 'Toronto',
        order_comments: 'Leave it\nat the door',
      })
  })

  test('[CHK-06] [CHK-18] a bank transfer order leads to the order-received page, and a repeated submit returns the same order', async () => {
    const { buyer, nonce } = await openCheckout()
    const before = await stockOnHand(db, tin)
    const sent = { ...typed, 'woocommerce-process-checkout-nonce': nonce }
    const placed = await buyer.post('/checkout/', sent)
    expect(placed.status).toBe(303)
    // The redirect is a path without host: on another host name of the shop, the Content-Security-Policy would block a
    // form that redirects to the main host.
    const address = placed.headers.get('location') ?? ''
    expect(address).toMatch(/^\/checkout\/order-received\/\d+\/\?key=/)
    expect((await (await buyer.send(address)).text()).includes('Thank you')).toBe(true)
    const repeated = await buyer.post('/checkout/', sent)
    expect(repeated.headers.get('location')).toBe(placed.headers.get('location'))
    expect(await stockOnHand(db, tin)).toBe(before - 2)
    expect((await buyer.send('/checkout/')).headers.get('location')).toBe('/cart/')
  })
})

describe('[CHK-18] an order is placed for the total that its page shows', () => {
  test('[CHK-18] not for what another tab has added since, with a form or by script', async () => {
    const { buyer } = await openCheckout()
    const sent = { ...valuesIn(await (await buyer.send('/checkout/')).text()), ...typed }
    await buyer.add(tin, 3)
    const before = await db.$count(orders)
    const shown = { payment_method: 'bacs', shown_total_cents: sent.shown_total_cents ?? '' }
    const answer = await buyer.checkout(await buyer.openCheckout(), shown)
    expect(answer).toMatchObject({ result: 'failure', refresh: true, outdated: true })
    expect(answer.messages).toContain(TOTAL_CHANGED)
    const refused = await (await buyer.post('/checkout/', sent)).text()
    expect(refused).toContain('Your total is now $')
    expect(await db.$count(orders)).toBe(before)
    const agreed = await buyer.post('/checkout/', { ...valuesIn(refused), ...typed })
    expect(agreed.headers.get('location')).toMatch(/order-received/)
  })

  test('[CHK-04] and totals that are asked for anew bring the new one along', async () => {
    const { buyer } = await openCheckout()
    await buyer.add(tin, 3)
    const { fragments } = (await (await buyer.review(await buyer.openCheckout())).json()) as {
      fragments: Record<string, string>
    }
    const shown = valuesIn(fragments['.woocommerce-checkout-review-order-table'] ?? '').shown_total_cents ?? ''
    const answer = await buyer.checkout(await buyer.openCheckout(), {
      payment_method: 'bacs',
      shown_total_cents: shown,
    })
    expect(answer.result).toBe('success')
  })
})

describe('[CHK-05] [PLAT-01] a shop that sells to Canada only', () => {
  test('[PLAT-01] has one country on the page, with only its address rules', async () => {
    const { buyer } = await openCheckout()
    const html = await (await buyer.send('/checkout/')).text()
    expect(valuesIn(html).billing_country).toBe('CA')
    expect(html).not.toContain('<select id="billing_country"')
    const read = (name: string, key: string): Record<string, unknown> => {
      const json = new RegExp(`var ${name}=(\\{.*?\\})(?:;var|</script>)`).exec(html)?.[1] ?? '{}'
      return JSON.parse((JSON.parse(json) as Record<string, string>)[key] ?? '{}') as Record<string, unknown>
    }
    expect(Object.keys(read('wc_address_i18n_params', 'locale'))).toEqual(['default', 'CA'])
    const countries = read('wc_country_select_params', 'countries')
    expect(Object.keys(countries)).toEqual(['CA'])
    expect(countries.CA).toMatchObject({ ON: 'Ontario', QC: 'Quebec' })
  })

  test('[PLAT-01] refuses another country with the form’s own message, and changes nothing', async () => {
    const { buyer } = await openCheckout()
    const page = await buyer.openCheckout()
    const before = await digestShop(db)
    const abroad = { ...typed, billing_country: 'US', billing_state: 'NY', billing_postcode: '10001' }
    const answer = await buyer.checkout(page, abroad)
    expect(answer.messages).toContain('<strong>Billing Country / Region</strong> is not one we sell to.')
    expect(await digestShop(db)).toEqual(before)
  })
})

describe('malformed input', () => {
  const names = [
    ...Object.keys(ontario),
    ...['shipping_country', 'shipping_state', 'shipping_postcode', 'ship_to_different_address', 'createaccount'],
    ...['shipping_method[0]', 'stripe_cc_token_key', 'account_password', 'coupon_code', 'apply_coupon', 'security'],
    ...['country', 's_country', 'state', 's_state', 'postcode', 'post_data', 'terms', 'order_comments', '__proto__'],
    ...['woocommerce_checkout_update_totals', 'woocommerce-process-checkout-nonce', 'has_full_address'],
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '',
      'CA',
      'US',
      'JP',
      'ZZ',
      '1',
      'bacs',
      'stripe_cc',
      'flat_rate:1',
      'constructor',
      'x'.repeat(5000),
    ),
    fc.constantFrom('M5V 2T6', "' or 1=1 --", '<script>', '%00', '\u202E', '\uD800', '２', '-1', '1e999'),
  )
  const form = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 })

  test('[CHK-08] [CHK-13] gets a response, never a server error, and places no order', async () => {
    const { buyer } = await openCheckout()
    const page = await buyer.openCheckout()
    const before = await db.$count(orders)
    await fc.assert(
      fc.asyncProperty(
        form,
        fc.constantFrom('/checkout/', '/?wc-ajax=checkout', '/?wc-ajax=update_order_review'),
        fc.boolean(),
        async (fields, path, isKnownPath) => {
          const nonces: Record<string, string> = isKnownPath
            ? { security: page.reviewNonce, 'woocommerce-process-checkout-nonce': page.checkoutNonce }
            : {}
          // The payment method is invalid, so that no order can be placed, however valid the other fields are.
          const sent = { ...fields, ...nonces, payment_method: 'nonsense' }
          const response = await buyer.post(path, sent)
          expect(response.status, JSON.stringify(sent)).toBeLessThan(500)
        },
      ),
      { numRuns: repetitions(150) },
    )
    expect(await db.$count(orders)).toBe(before)
    expect((await buyer.send('/checkout/')).status).toBe(200)
  })

  test('[CHK-13] in the query of the page has no effect either', async () => {
    const { buyer } = await openCheckout()
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('remove_coupon', '_wpnonce', 'key', 'a'), value),
        async (query) => {
          const response = await buyer.send(`/checkout/?${new URLSearchParams(query)}`)
          expect(response.status).toBeLessThan(500)
        },
      ),
      { numRuns: repetitions(40) },
    )
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../../../test/support/json-shape.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { restRoutes } from '../../../faces/rest/rest.routes.ts'
import { shopMessages } from '../../../messages.ts'
import { defaultSettings } from '../../../settings.ts'
import { media } from '../../../things/media/media.table.ts'
import { canadianPricing } from '../../pricing/canadian-pricing.ts'
import { insertOrderNote } from '../orders.store.ts'
import { readOrderNotes } from '../orders-read.store.ts'
import { payments } from '../payments/payments.table.ts'

const now = new Date('2026-11-21T09:00:00Z')
const { shop: opened, db } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
const shop = {
  ...opened,
  pricing: () => canadianPricing,
  settings: () => defaultSettings,
  messages: shopMessages({ db, now: () => now, secret: '', url: 'http://shop.test' }, async () => defaultSettings),
}
const app = restRoutes(shop)
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

await db.insert(media).values({
  path: '2026/11/cast-iron-teapot-pack.webp',
  mime: 'image/webp',
  width: 1600,
  height: 2000,
  bytes: 1,
})

const get = (path: string, headers: Record<string, string> = owner.headers) => app.request(path, { headers })
const json = async (path: string) => (await get(path)).json()

type Exchange = { name: string; response: { status: number; headers: [string, string][]; body: unknown } }
const recordedFile = new URL('../../../../test/recorded/woocommerce/wc-v3-orders.json', import.meta.url)
const { exchanges } = JSON.parse(readFileSync(recordedFile, 'utf8')) as { exchanges: Exchange[] }
const recorded = (name: string): Exchange['response'] => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`No exchange ${name} was recorded`)
  return found.response
}
const recordedHeaders = (name: string) =>
  Object.fromEntries(recorded(name).headers.map(([header, value]) => [header.toLowerCase(), value]))
/** Headers to compare. The others depend on the web server or the time, and are not part of the API. */
const sameHeaders = [
  'content-type',
  'x-robots-tag',
  'access-control-expose-headers',
  'access-control-allow-headers',
  'expires',
  'cache-control',
]

describe('who may read orders', () => {
  test('[ACC-03] without a sign-in: the recorded error', async () => {
    const answer = await get('/wp-json/wc/v3/orders', {})
    expect(answer.status).toBe(recorded('no auth').status)
    expect(await answer.json()).toEqual(recorded('no auth').body)
  })

  test('a session cookie alone does not authenticate: any site could make a browser send it', async () => {
    expect((await get('/wp-json/wc/v3/orders', { cookie: owner.cookie })).status).toBe(401)
  })

  test('another user’s nonce is refused', async () => {
    const answer = await get('/wp-json/wc/v3/orders', { cookie: owner.cookie, 'x-wp-nonce': editor.nonce })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      code: 'rest_cookie_invalid_nonce',
      message: 'Cookie check failed',
      data: { status: 403 },
    })
  })

  const guarded = [
    ['GET', '/wp-json/wc/v3/orders'],
    ['POST', '/wp-json/wc/v3/orders'],
    ['GET', '/wp-json/wc/v3/orders/1001'],
    ['PUT', '/wp-json/wc/v3/orders/1001'],
    ['POST', '/wp-json/wc/v3/orders/1001'],
    ['PATCH', '/wp-json/wc/v3/orders/1001'],
    ['GET', '/wp-json/wc/v3/orders/1001/notes'],
    ['POST', '/wp-json/wc/v3/orders/1001/notes'],
    ['POST', '/wp-json/wc/v3/orders/1001/actions/send_order_details'],
    ['POST', '/wp-json/wc/v3/orders'],
    ['DELETE', '/wp-json/wc/v3/orders/1001'],
    ['POST', '/wp-json/wc/v3/orders/batch'],
    ['PUT', '/wp-json/wc/v3/orders/batch'],
    ['PATCH', '/wp-json/wc/v3/orders/batch'],
    ['GET', '/wp-json/wc/v3/orders/statuses'],
    ['GET', '/wp-json/wc/v3/orders/1001/notes/1001'],
    ['DELETE', '/wp-json/wc/v3/orders/1001/notes/1001'],
    ['GET', '/wp-json/wc/v3/orders/1001/receipt'],
    ['POST', '/wp-json/wc/v3/orders/1001/receipt'],
    ['GET', '/wp-json/wc/v3/orders/1001/actions/email_templates'],
    ['POST', '/wp-json/wc/v3/orders/1001/actions/send_email'],
    ['GET', '/wp-json/samovar/v1/orders/1001/fraud'],
    ['GET', '/wp-json/samovar/v1/orders/papers'],
    ['POST', '/wp-json/samovar/v1/orders/preview'],
    ['GET', '/wp-json/samovar/v1/orders/export'],
    ['GET', '/wp-json/wc/v3/orders/1001/refunds'],
    ['POST', '/wp-json/wc/v3/orders/1001/refunds'],
    ['GET', '/wp-json/wc/v3/orders/1001/refunds/1'],
    ['DELETE', '/wp-json/wc/v3/orders/1001/refunds/1'],
    ['POST', '/wp-json/wc/v3/orders/1001/refunds/1/retry'],
    ['POST', '/wp-json/wc/v3/payments/orders/1001/capture_authorization'],
    ['POST', '/wp-json/wc/v3/payments/orders/1001/cancel_authorization'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings'],
    ['POST', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/providers'],
    ['GET', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/1001'],
    ['DELETE', '/wp-json/wc-shipment-tracking/v3/orders/1001/shipment-trackings/1001'],
    ['GET', '/wp-json/wc/v3/reports/orders/totals'],
    ['GET', '/wp-json/samovar/v1/mails'],
    ['GET', '/wp-json/samovar/v1/mails/1'],
    ['POST', '/wp-json/samovar/v1/mails/1/retry'],
  ] as const
  test.each(guarded)('[ACC-03] %s %s is for administrators only', async (method, path) => {
    for (const [visitor, status] of [
      [null, 401],
      [customer, 403],
      [editor, 403],
    ] as const) {
      const answer = await app.request(path, { method, headers: visitor?.headers ?? {} })
      expect(answer.status).toBe(status)
      expect(((await answer.json()) as { code: string }).code).toMatch(
        /^woocommerce_rest_cannot_(view|create|edit|delete)$/,
      )
    }
  })

  const everyRoute = app.routes
    // Excluded: everyone may manage their own application passwords and read the API's description.
    .filter(({ path }) => !path.startsWith('/wp-json/wp/v2/users/') && !path.endsWith('/openapi.json'))
    // Excluded: published content (test/wire/rest-roles.wire.test.ts).
    .filter(
      ({ method, path }) =>
        method !== 'GET' ||
        !/\/wp\/v2\/(posts|pages|project|project_category|categories|tags|comments|search|statuses|types|taxonomies)/.test(
          path,
        ),
    )
    .map(({ method, path }) => [method === 'ALL' ? 'POST' : method, path.replaceAll(/:\w+\{[^}]*\}/g, '1001')])
  test.each(everyRoute)('[ACC-03] %s %s of the order API is refused for guests and customers', async (method, path) => {
    // As recorded, the API of contact forms answers guests with the same status as every caller that it refuses.
    const guestStatus = path?.startsWith('/wp-json/contact-form-7/') ? 403 : 401
    for (const [visitor, status] of [
      [null, guestStatus],
      [customer, 403],
    ] as const)
      expect((await app.request(path ?? '', { method: method ?? '', headers: visitor?.headers ?? {} })).status).toBe(
        status,
      )
  })

  test('every path with orders or emails is for administrators only, as listed above', () => {
    const listed = new Set(guarded.map(([method, path]) => `${method} ${path.replaceAll(/\/\d+/g, '/1001')}`))
    const matches = everyRoute.filter(([, path]) => /\/(orders|mails)\b/.test(path ?? ''))
    expect(new Set(matches.map(([method, path]) => `${method} ${path}`))).toEqual(listed)
  })
})

describe('an order as JSON', () => {
  test('has every field of the recorded one, of the same type', async () => {
    const order = await writeOrder(db, { customerId: customer.id, customerNote: 'Thanks' })
    const answer = await get(`/wp-json/wc/v3/orders/${order.id}`)
    expect(answer.status).toBe(200)
    const actual = shapeOf(await answer.json()) as Record<string, unknown>
    const expected = shapeOf(recorded('one').body) as Record<string, unknown>
    // The recorded metadata is private to plugins; ours is empty here.
    expect({ ...actual, meta_data: 0 }).toEqual({ ...expected, meta_data: 0 })
    for (const header of sameHeaders)
      expect([header, answer.headers.get(header)]).toEqual([header, recordedHeaders('one')[header]])
  })

  test('has the recorded amounts of a recorded purchase', async () => {
    const order = await writeOrder(db)
    const theirs = (recorded('list').body as Record<string, unknown>[])[0] ?? {}
    const ours = await json(`/wp-json/wc/v3/orders/${order.id}`)
    for (const name of [
      'discount_total',
      'discount_tax',
      'shipping_total',
      'shipping_tax',
      'cart_tax',
      'total',
      'total_tax',
      'date_created',
      'date_created_gmt',
      'currency',
      'currency_symbol',
      'prices_include_tax',
    ]) {
      expect([name, ours[name]]).toEqual([name, theirs[name]])
    }
    const line = (theirs.line_items as Record<string, unknown>[])[0] ?? {}
    for (const name of ['quantity', 'tax_class', 'subtotal', 'subtotal_tax', 'total', 'total_tax', 'price']) {
      expect([name, ours.line_items[0][name]]).toEqual([name, line[name]])
    }
    expect(ours.line_items[0].taxes).toEqual([{ id: ours.tax_lines[0].rate_id, total: '15.87', subtotal: '15.87' }])
    expect(ours.line_items[0].image.src).toBe('http://shop.test/wp-content/uploads/2026/11/cast-iron-teapot-pack.webp')
    expect(ours.tax_lines[0]).toMatchObject({
      rate_code: 'CA-ON-HST-1',
      rate_percent: 13,
      tax_total: '15.87',
      shipping_tax_total: '1.29',
    })
  })

  test('a chosen size is in the name and the metadata; two taxes are listed separately', async () => {
    const quebec = { ...ada, state: 'QC', city: 'Montréal', postcode: 'H2X 1Y4' }
    const order = await writeOrder(db, {
      billing: quebec,
      shipping: quebec,
      itemsSubtotalCents: 1650,
      itemsTotalCents: 1650,
      shippingCents: 0,
      taxCents: 248,
      totalCents: 1898,
      lines: [
        {
          productId: 55,
          variationId: 57,
          name: 'Sampler',
          sku: 'VAR-2-100-g',
          choices: [{ label: 'Size', value: '100 g' }],
          quantity: 1,
          unitPriceCents: 1650,
          subtotalCents: 1650,
          totalCents: 1650,
          taxCents: 248,
          taxClass: 'standard',
        },
      ],
      shippingLines: [{ rateId: 'free_shipping:2', title: 'Free shipping', totalCents: 0, taxCents: 0 }],
      taxLines: [
        { code: 'CA-QC-GST-1', label: 'GST', ratePer100k: 5000, itemsTaxCents: 83, shippingTaxCents: 0 },
        { code: 'CA-QC-QST-2', label: 'QST', ratePer100k: 9975, itemsTaxCents: 165, shippingTaxCents: 0 },
      ],
    })
    const [line] = (await json(`/wp-json/wc/v3/orders/${order.id}`)).line_items
    expect(line).toMatchObject({ name: 'Sampler - 100 g', parent_name: 'Sampler', product_id: 55, variation_id: 57 })
    expect(line.meta_data[0]).toMatchObject({
      key: 'pa_size',
      value: '100-g',
      display_key: 'Size',
      display_value: '100 g',
    })
    expect(line.taxes.map((tax: { total: string }) => tax.total)).toEqual(['0.83', '1.65'])
  })

  test('a card payment has brand, last four digits and the provider’s ids, never a secret', async () => {
    const order = await writeOrder(db, { paymentMethod: 'stripe_cc', status: 'processing', transactionId: 'ch_1' })
    await db.insert(payments).values({
      orderId: order.id,
      provider: 'sandbox',
      idempotencyKey: 'once',
      intentId: 'pi_1',
      status: 'succeeded',
      amountCents: 14917,
      currency: 'CAD',
      cartVersion: '1',
      chargeId: 'ch_1',
      cardBrand: 'visa',
      cardLast4: '4242',
      createdAt: now,
      updatedAt: now,
    })
    const text = await (await get(`/wp-json/wc/v3/orders/${order.id}`)).text()
    const meta = new Map(JSON.parse(text).meta_data.map((one: { key: string; value: string }) => [one.key, one.value]))
    expect(meta.get('_payment_intent_id')).toBe('pi_1')
    expect(meta.get('_samovar_card_brand')).toBe('visa')
    expect(meta.get('_samovar_card_last4')).toBe('4242')
    expect(JSON.parse(text).transaction_id).toBe('ch_1')
    expect(text).not.toContain('secret')
  })

  test('an unknown id: the recorded error', async () => {
    for (const id of ['999999', '99999999999999999999']) {
      const answer = await get(`/wp-json/wc/v3/orders/${id}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(recorded('missing').body)
    }
  })
})

describe('the order list', () => {
  test('has totals, links to further pages, and the newest first', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      await writeOrder(db, { billing: { ...ada, lastName: 'Paging' }, createdAt: new Date(now.getTime() + nth * 1000) })
    }
    const answer = await get('/wp-json/wc/v3/orders?per_page=3&search=paging')
    expect(answer.headers.get('x-wp-total')).toBe('4')
    expect(answer.headers.get('x-wp-totalpages')).toBe('2')
    expect(answer.headers.get('link')).toBe(
      '<http://shop.test/wp-json/wc/v3/orders?per_page=3&search=paging&page=2>; rel="next"',
    )
    const ids = ((await answer.json()) as { id: number }[]).map((order) => order.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const second = await get('/wp-json/wc/v3/orders?per_page=3&search=paging&page=2')
    expect(second.headers.get('link')).toContain('rel="prev"')
    expect(await second.json()).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?per_page=3&search=paging&page=9')).toEqual([])
    expect((await json('/wp-json/wc/v3/orders?search=paging&order=asc&orderby=id'))[0].id).toBe(Math.min(...ids) - 1)
  })

  test('its items have the recorded structure', async () => {
    await db.transaction((tx) => tx.delete(payments))
    const ours = shapeOf((await json('/wp-json/wc/v3/orders?per_page=1'))[0]) as Record<string, unknown>
    const theirs = shapeOf((recorded('list').body as unknown[])[0]) as Record<string, unknown>
    expect(Object.keys(ours)).toEqual(Object.keys(theirs))
  })

  test('searches by number, email and name, with % and _ as plain characters', async () => {
    const order = await writeOrder(db, {
      billing: { ...ada, firstName: 'Béatrice', lastName: 'Oolong', email: 'bea_1@shop.test' },
    })
    for (const search of [String(order.id), `#${order.id}`, 'bea_1@SHOP', 'béatrice oolong', 'OOLONG']) {
      const found = await json(`/wp-json/wc/v3/orders?search=${encodeURIComponent(search)}`)
      expect(found.map((one: { id: number }) => one.id)).toContain(order.id)
    }
    expect(await json('/wp-json/wc/v3/orders?search=%25')).toEqual([])
    expect(await json('/wp-json/wc/v3/orders?search=bea%5F%5F')).toEqual([])
  })

  test('filters by one status, several, or any', async () => {
    const person = { billing: { ...ada, lastName: 'Statuses' } }
    await writeOrder(db, { ...person, status: 'processing' })
    await writeOrder(db, { ...person, status: 'on-hold' })
    await writeOrder(db, { ...person, status: 'completed' })
    const statuses = async (query: string) =>
      (await json(`/wp-json/wc/v3/orders?search=statuses&${query}`))
        .map((one: { status: string }) => one.status)
        .toSorted()
    expect(await statuses('status=processing')).toEqual(['processing'])
    expect(await statuses('status=processing,on-hold')).toEqual(['on-hold', 'processing'])
    expect(await statuses('status[]=processing&status[]=completed')).toEqual(['completed', 'processing'])
    expect(await statuses('status=any')).toHaveLength(3)
  })

  test('filters by date in the shop’s time zone', async () => {
    await writeOrder(db, { billing: { ...ada, lastName: 'Days' }, createdAt: new Date('2025-06-02T03:30:00Z') })
    expect(await json('/wp-json/wc/v3/orders?search=days&after=2025-06-01T23:00:00')).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?search=days&after=2025-06-02')).toHaveLength(0)
    expect(await json('/wp-json/wc/v3/orders?search=days&before=2025-06-02')).toHaveLength(1)
    expect(await json('/wp-json/wc/v3/orders?search=days&before=9999-12-31T23:59:59')).toHaveLength(1)
    expect((await get('/wp-json/wc/v3/orders?before=0000-01-01')).status).toBe(400)
  })

  test('an invalid parameter is reported in the recorded format', async () => {
    const answer = await get('/wp-json/wc/v3/orders?per_page=101&page=0&orderby=weight&after=soon')
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as { data: { params: Record<string, string>; details: Record<string, unknown> } }
    expect(shapeOf({ ...body, data: { ...body.data, params: {}, details: {} } })).toEqual(
      shapeOf({ ...(recorded('bad status').body as object), data: { status: 400, params: {}, details: {} } }),
    )
    expect(body.data.params).toEqual({
      page: 'page must be greater than or equal to 1',
      per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
      orderby: 'orderby is not one of date, id, include, and modified.',
      after: 'Invalid date.',
    })
    expect(body.data.details.page).toEqual({ code: 'rest_out_of_bounds', message: body.data.params.page, data: null })
    // The valid statuses depend on the settings.
    const status = await get('/wp-json/wc/v3/orders?status=lost')
    expect(status.status).toBe(400)
    expect((await status.json()).data.params).toEqual({
      status: 'status[0] is not one of any, pending, on-hold, processing, completed, cancelled, refunded, and failed.',
    })
  })

  test('counts the orders in each status', async () => {
    const totals = (await json('/wp-json/wc/v3/reports/orders/totals')) as {
      slug: string
      name: string
      total: number
    }[]
    expect(totals.find((one) => one.slug === 'on-hold')).toEqual({ slug: 'on-hold', name: 'On hold', total: 1 })
    expect(totals.find((one) => one.slug === 'refunded')?.total).toBe(0)
  })
})

describe('updating an order', () => {
  const put = (id: number, body: object, headers: Record<string, string> = owner.headers) =>
    app.request(`/wp-json/wc/v3/orders/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('its status, with the recorded response', async () => {
    const order = await writeOrder(db, { status: 'on-hold', customerId: customer.id })
    const answer = await put(order.id, { status: 'completed' })
    expect(answer.status).toBe(recorded('update status').status)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({
      status: 'completed',
      date_paid: '2026-11-21T04:00:00',
      date_completed: '2026-11-21T04:00:00',
    })
    expect(Object.keys(body)).toEqual(Object.keys(recorded('update status').body as object))
  })

  test('an unknown status: the recorded error', async () => {
    const order = await writeOrder(db, { status: 'on-hold' })
    const answer = await put(order.id, { status: 'nonsense' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual(recorded('bad status').body)
  })

  test('a transition that is not allowed, another field, another user, an unknown order: refused without changes', async () => {
    const order = await writeOrder(db, { status: 'cancelled' })
    expect(await (await put(order.id, { status: 'completed' })).json()).toMatchObject({
      code: 'samovar_order_status_not_allowed',
      message: 'An order that is “Cancelled” cannot be made “Completed” by hand.',
    })
    expect(await (await put(order.id, { total: '0.01' })).json()).toMatchObject({
      data: { params: { total: 'total cannot be changed.' } },
    })
    expect(await (await put(order.id, {})).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    expect((await put(order.id, { status: 'completed' }, editor.headers)).status).toBe(403)
    expect((await put(999_999, { status: 'completed' })).status).toBe(400)
    expect(await json(`/wp-json/wc/v3/orders/${order.id}`)).toMatchObject({ status: 'cancelled', total: '149.17' })
    expect(await readOrderNotes(db, order.id)).toEqual([])
  })
})

describe('notes', () => {
  test('are listed newest first, in the recorded format', async () => {
    const order = await writeOrder(db)
    await insertOrderNote(db, order.id, 'Order placed.', new Date('2026-11-20T11:00:00Z'))
    await insertOrderNote(db, order.id, 'Packed.', new Date('2026-11-20T12:00:00Z'), 'Olive Owner')
    const notes = await json(`/wp-json/wc/v3/orders/${order.id}/notes`)
    expect(notes.map((note: { note: string; author: string }) => [note.note, note.author])).toEqual([
      ['Packed.', 'Olive Owner'],
      ['Order placed.', 'Samovar'],
    ])
    expect(shapeOf(notes)).toEqual(shapeOf(recorded('notes').body))
  })

  test('are written by the owner under their own name', async () => {
    const order = await writeOrder(db)
    const answer = await app.request(`/wp-json/wc/v3/orders/${order.id}/notes`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ note: ' Called the customer. ' }),
    })
    expect(answer.status).toBe(201)
    const created = (await answer.json()) as { id: number }
    expect(created).toMatchObject({ note: 'Called the customer.', author: 'Olive Owner', customer_note: false })
    expect(answer.headers.get('location')).toBe(`http://shop.test/wp-json/wc/v3/orders/${order.id}/notes/${created.id}`)
    expect(await readOrderNotes(db, order.id)).toHaveLength(1)
  })

  test('an empty note, invalid JSON, an unknown order: refused without changes', async () => {
    const order = await writeOrder(db)
    const post = (path: string, body: string) =>
      app.request(path, { method: 'POST', headers: { ...owner.headers, 'content-type': 'application/json' }, body })
    const path = `/wp-json/wc/v3/orders/${order.id}/notes`
    expect(await (await post(path, '{"note":"  "}')).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    // Text that the database cannot store counts as missing.
    expect(await (await post(path, '{"note":"\\u0000"}')).json()).toMatchObject({ code: 'rest_missing_callback_param' })
    expect(await (await post(path, '{"note":')).json()).toMatchObject({
      code: 'rest_invalid_json',
      data: { status: 400 },
    })
    expect((await post('/wp-json/wc/v3/orders/999999/notes', '{"note":"x"}')).status).toBe(404)
    const byEditor = await app.request(path, {
      method: 'POST',
      headers: editor.headers,
      body: new URLSearchParams({ note: 'x' }),
    })
    expect(byEditor.status).toBe(403)
    expect(await readOrderNotes(db, order.id)).toEqual([])
  })
})

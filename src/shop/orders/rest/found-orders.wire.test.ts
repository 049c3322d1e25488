/** How the shop's staff search, print and export orders, and add statuses. */
import { describe, expect, test } from 'vitest'
import { ada, teapots, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { createApp } from '../../../app.ts'
import { paths } from '../../../platform/web/routes.ts'
import { anonymiseOrders } from '../anonymise-orders.ts'
import { packingSlipOf } from '../invoice/invoice.ts'
import { insertOrderNote, type Order, setOrder } from '../orders.store.ts'
import { orderNotes, orderShipments } from '../orders.table.ts'
import { readOrdersByIds } from '../orders-read.store.ts'
import type { OwnStatus } from '../statuses/own-statuses.ts'

const ownStatuses: OwnStatus[] = [
  { slug: 'packing', label: 'Packing', behaves_as: 'processing' },
  { slug: 'waiting', label: 'Waiting for tea', behaves_as: 'on-hold' },
]
const { shop, db, pool } = await openShop({ settings: { ownStatuses } })
let pricing = shop.pricing()
const app = createApp({ ...shop, pricing: () => pricing })
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const ask = (address: string) => app.request(address, { headers: owner.headers })
const put = async (order: { id: number }, body: object) => {
  const headers = { ...owner.headers, 'content-type': 'application/json' }
  const answer = await app.request(`${paths.restOrders}/${order.id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(body),
  })
  return { status: answer.status, json: await answer.json() }
}
const listed = async (query: Record<string, string>): Promise<number[]> => {
  const answer = await ask(`${paths.restOrders}?${new URLSearchParams(query)}`)
  expect([query, answer.status]).toEqual([query, 200])
  return ((await answer.json()) as Order[]).map(({ id }) => id)
}
const found = (search: string) => listed({ search })

describe('a search finds an order by', () => {
  test('anything that is in it, whole words or parts, in any order, and by nothing else', async () => {
    const order = await writeOrder(db, {
      billing: {
        ...ada,
        firstName: 'Zoë',
        lastName: 'Quibble',
        company: 'Samowar Inc.',
        phone: '(514) 555-7788',
        email: 'zq@mail.test',
      },
      shipping: { ...ada, address1: '77 Peculiar Way', postcode: 'H2X 1Y4' },
      customerNote: 'Ring the\nbrass bell',
      transactionId: 'ch_whimsical',
      lines: [
        { ...teapots, name: 'Thundering Teapot', sku: 'THUN-9', choices: [{ label: 'Size', value: 'Gigantic' }] },
      ],
      coupons: [{ code: 'frosty10', discountCents: 0, discountTaxCents: 0, usedBy: 'zq@mail.test' }],
    })
    await db.insert(orderShipments).values({
      orderId: order.id,
      trackingId: 'x1',
      carrier: 'canada-post',
      trackingNumber: 'TRACK8812',
      shippedOn: '2026-11-20',
    })
    await insertOrderNote(db, order.id, 'Customer prefers mornings', new Date(), 'Olive Owner')
    await insertOrderNote(db, order.id, 'Unmistakable words of the shop itself', new Date())
    for (const search of [
      ...[
        'quibble',
        'ZOË quib',
        'zoe',
        'quibble zo',
        'zq@mail',
        'samowar',
        '5145557788',
        '514-555-7788',
        'peculiar 77',
      ],
      ...['h2x1y4', 'H2X 1Y4', 'brass bell', 'whimsical', 'thundering', 'thun-9', 'gigantic', 'frosty10', 'track8812'],
      ...['prefers mornings', `${order.id}`, `#${order.id}`, 'zq qu'],
    ])
      expect([search, await found(search)]).toEqual([search, [order.id]])
    for (const search of ['quibble nobody', 'unmistakable', '%', 'q_ibble', '…', 'uibb zz'])
      expect([search, await found(search)]).toEqual([search, []])
  })

  test('what was changed since, and no longer by what is gone', async () => {
    const order = await writeOrder(db, {
      billing: { ...ada, lastName: 'Formerly' },
      shipping: { ...ada, lastName: 'Formerly' },
    })
    await put(order, {
      billing: { last_name: 'Newname' },
      shipping: { last_name: 'Newname' },
      transaction_id: 'wire-4711',
    })
    expect(await found('newname')).toEqual([order.id])
    expect(await found('wire-4711')).toEqual([order.id])
    expect(await found('formerly')).toEqual([])
    await db.insert(orderNotes).values({ orderId: order.id, text: 'Xylophone', author: 'Olive', isCustomerNote: true })
    expect(await found('xylophone')).toEqual([order.id])
    await db.transaction((tx) => anonymiseOrders(tx, [order.id], new Date()))
    for (const search of ['newname', 'xylophone', 'wire-4711'])
      expect([search, await found(search)]).toEqual([search, []])
  })

  test('its number first, before what has these digits anywhere', async () => {
    const one = await writeOrder(db)
    const other = await writeOrder(db, { billing: { ...ada, phone: `416${one.id}000` } })
    expect(await found(String(one.id))).toEqual([one.id, other.id])
    expect(await listed({ search: String(one.id), per_page: '1', page: '2' })).toEqual([other.id])
  })

  test('what so many have that they are counted only so far', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into orders (order_key, items_subtotal_cents, items_total_cents,
        shipping_cents, tax_cents, total_cents, billing, shipping, payment_method, payment_method_title, created_at)
      select 'many_' || n, 0, 0, 0, 0, 0, $1, $1, 'cheque', 'Cheque', now() - make_interval(mins => n)
      from generate_series(1, 620) n returning id`,
      [JSON.stringify({ ...ada, lastName: 'Multitude' })],
    )
    const answer = await ask(`${paths.restOrders}?search=multitu&per_page=50`)
    expect([answer.headers.get('x-wp-total'), answer.headers.get('x-samovar-total')]).toEqual(['200', 'more'])
    expect(((await answer.json()) as Order[]).map(({ id }) => id)).toEqual(rows.slice(0, 50).map(({ id }) => id))
    const further = await ask(`${paths.restOrders}?search=multitu&per_page=100&page=7`)
    expect([further.headers.get('x-wp-total'), further.headers.get('x-samovar-total')]).toEqual(['620', null])
    expect(((await further.json()) as Order[]).map(({ id }) => id)).toEqual(rows.slice(600).map(({ id }) => id))
    expect((await ask(paths.restOrders)).headers.get('x-samovar-total')).toBeNull()
  })
})

describe('a status of one’s own', () => {
  const named = (lastName: string) => ({ billing: { ...ada, lastName }, paidAt: new Date('2026-11-21T12:00:00Z') })

  test('is given by REST, answered, filtered by and counted, and behaves as what it stands for', async () => {
    const order = await writeOrder(db, { ...named('Ownstatus'), status: 'processing' })
    const { status, json } = await put(order, { status: 'packing' })
    expect([status, json.status]).toEqual([200, 'packing'])
    const search = 'ownstatus'
    expect(await listed({ search, status: 'packing' })).toEqual([order.id])
    expect(await listed({ search, status: 'processing' })).toEqual([])
    expect(await listed({ search, status: 'processing,packing' })).toEqual([order.id])
    const totals = await (await ask(paths.restOrderTotals)).json()
    expect(totals).toContainEqual({ slug: 'packing', name: 'Packing', total: 1 })
    // Programs send an order back as they have read it.
    expect((await put(order, { ...json, customer_note: 'Thanks' })).json).toMatchObject({
      status: 'packing',
      customer_note: 'Thanks',
    })
    const notes = await (await ask(`${paths.restOrders}/${order.id}/notes`)).json()
    expect(notes).toContainEqual(expect.objectContaining({ note: 'Order status changed from Processing to Packing.' }))
  })

  test('brings the status that it stands for, and goes with it', async () => {
    const order = await writeOrder(db, { ...named('Moves'), status: 'processing' })
    expect((await put(order, { status: 'waiting' })).json.status).toBe('waiting')
    expect((await put(order, { status: 'processing' })).json.status).toBe('processing')
    expect((await put(order, { status: 'packing' })).json.status).toBe('packing')
    expect((await put(order, { status: 'completed' })).json.status).toBe('completed')
    await setOrder(db, order.id, { status: 'processing' })
    expect((await (await ask(`${paths.restOrders}/${order.id}`)).json()).status).toBe('processing')
    expect((await put(order, { status: 'nonsense' })).status).toBe(400)
  })

  test('is a setting: unknown behaviours, taken slugs and doubles are refused', async () => {
    const save = async (order_statuses: unknown) => {
      const headers = { ...owner.headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ order_statuses })
      return (await app.request(paths.restPaymentSettings, { method: 'PUT', headers, body })).status
    }
    const [packing] = ownStatuses
    expect(await save(ownStatuses)).toBe(200)
    for (const wrong of [
      [{ ...packing, slug: 'completed' }],
      [{ ...packing, slug: 'Pack ing' }],
      [{ ...packing, behaves_as: 'refunded' }],
      [packing, packing],
      [{ ...packing, label: ' ' }],
    ])
      expect(await save(wrong)).toBe(400)
  })
})

describe('papers and export', () => {
  test('packing slips and invoices of several orders are one PDF, with a page for each', async () => {
    const paid = { status: 'processing', paidAt: new Date('2026-11-21T12:00:00Z') } as const
    const ids = [(await writeOrder(db, paid)).id, (await writeOrder(db, paid)).id, (await writeOrder(db)).id]
    for (const [type, pages] of [
      ['packing-slip', 3],
      ['invoice', 2],
    ] as const) {
      const answer = await ask(`${paths.restOrderPapers}?type=${type}&include=${ids.join()}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      expect(pdf.startsWith('%PDF-')).toBe(true)
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(pages)
    }
    const status = async (query: string) => (await ask(`${paths.restOrderPapers}?${query}`)).status
    expect(await status('include=')).toBe(400)
    expect(await status(`include=${Array.from({ length: 101 }, (_, n) => n + 1).join()}`)).toBe(400)
    expect(await status(`type=invoice&include=${ids[2]}`)).toBe(404)
  })

  test('a packing slip has no more than is still to be sent', async () => {
    const paidAt = new Date('2026-11-21T12:00:00Z')
    const customerNote = `Ring${'\n'.repeat(900)}twice`
    const order = await writeOrder(db, { status: 'processing', paidAt, paymentMethod: 'bacs', customerNote })
    const [line] = order.lines
    const answer = await app.request(`${paths.restOrders}/${order.id}/refunds`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ api_refund: false, line_items: [{ id: line?.id, quantity: 1 }] }),
    })
    expect(answer.status).toBe(201)
    const packed = async () => {
      const [slip] = (await readOrdersByIds(db, [order.id])).map((one) => packingSlipOf(one, shop.settings()))
      expect(slip?.closing).toBe('Customer note: Ring twice')
      return slip?.lines.reduce((sum, { quantity }) => sum + Number(quantity), 0)
    }
    const ordered = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(await packed()).toBe(ordered - 1)
    await setOrder(db, order.id, { completedAt: paidAt })
    expect(await packed()).toBe(ordered)
  })

  test('the export has the orders of the filter, and no formulas', async () => {
    const order = await writeOrder(db, {
      billing: { ...ada, firstName: '=HYPERLINK("x")', lastName: 'Exported' },
      customerNote: 'a "b",\nc',
    })
    const answer = await ask(`${paths.restOrderExport}?search=exported&status=pending`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-.*\.csv"/)
    const [head = '', ...rows] = (await answer.text()).split(/\n(?=\d|$)/)
    expect(head).toMatch(/^Order,Invoice,Status,Date,/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain(`${order.id},,"Pending payment",`)
    expect(rows[0]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(rows[0]).toContain('"a ""b"",\nc"')
    expect(rows[0]).toContain(',149.17,')
    const all = await (await ask(paths.restOrderExport)).text()
    expect(all.split('\n').length).toBeGreaterThan(625)
    expect((await ask(`${paths.restOrderExport}?status=lost`)).status).toBe(400)
  })
})

describe('the preview of an order by hand', () => {
  const send = async (address: string, body: object, method = 'POST') => {
    const headers = { ...owner.headers, 'content-type': 'application/json' }
    const answer = await app.request(address, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, json: await answer.json() }
  }
  const billing = { first_name: 'Ada', country: 'CA', state: 'ON', postcode: 'M5V 2T6', email: 'ada@shop.test' }

  test('is what the order then comes to, made or changed, and keeps nothing', async () => {
    const { json: product } = await send('/wp-json/wc/v3/products', {
      name: 'Preview Tea',
      regular_price: '12.35',
      manage_stock: true,
      stock_quantity: 9,
    })
    const body = {
      billing,
      line_items: [{ product_id: product.id, quantity: 3 }],
      fee_lines: [{ name: 'Wrap', total: '4.00' }],
      shipping_lines: [{ method_id: 'flat_rate', instance_id: '1', method_title: 'Post', total: '9.95' }],
    }
    const count = async () => (await ask(paths.restOrders)).headers.get('x-wp-total')
    const before = await count()
    const preview = await send(paths.restOrderPreview, body)
    expect([preview.status, await count()]).toEqual([200, before])
    expect(preview.json).toMatchObject({
      currency: 'CAD',
      line_items: [{ quantity: 3, total: '37.05' }],
      fee_lines: [{ name: 'Wrap', total: '4.00' }],
    })
    expect(preview.json.rates.length).toBeGreaterThan(0)
    const { json: order } = await send(paths.restOrders, { ...body, status: 'waiting' })
    expect([order.total, order.status]).toEqual([preview.json.total, 'waiting'])
    const change = {
      line_items: [{ id: order.line_items[0].id, quantity: 2 }],
      fee_lines: [{ id: order.fee_lines[0].id, name: null }],
    }
    const changed = await send(paths.restOrderPreview, { id: order.id, ...change })
    expect(changed.json).toMatchObject({ line_items: [{ quantity: 2, total: '24.70' }], fee_lines: [] })
    expect((await (await ask(`${paths.restOrders}/${order.id}`)).json()).total).toBe(order.total)
    expect((await send(`${paths.restOrders}/${order.id}`, change, 'PUT')).json.total).toBe(changed.json.total)
  })

  test('names the variation, so that two sizes of one product can be told apart', async () => {
    const { json: product } = await send('/wp-json/wc/v3/products', {
      name: 'Two Sizes',
      type: 'variable',
      attributes: [{ name: 'Size', options: ['50 g', '100 g'], variation: true, visible: true }],
    })
    const ids: number[] = []
    for (const option of ['50 g', '100 g']) {
      const { json } = await send(`/wp-json/wc/v3/products/${product.id}/variations`, {
        regular_price: '10',
        attributes: [{ name: 'Size', option }],
      })
      ids.push(json.id)
    }
    const line_items = ids.map((variation_id) => ({ product_id: product.id, variation_id, quantity: 1 }))
    const { json } = await send(paths.restOrderPreview, { billing, line_items })
    expect(json.line_items.map(({ name }: { name: string }) => name)).toEqual(['Two Sizes - 50 g', 'Two Sizes - 100 g'])
  })

  test('offers the rates of what is in it, with the costs of its shipping classes', async () => {
    const { json: bulky } = await send(paths.restShippingClasses, { name: 'Crates' })
    const { json: product } = await send('/wp-json/wc/v3/products', {
      name: 'A crate',
      regular_price: '80',
      weight: '2',
      shipping_class: bulky.slug,
    })
    const boat = { kind: 'flat_rate', instanceId: 9, title: 'Boat', costCents: 0, cost: '4 + [weight]' } as const
    const method = { ...boat, taxable: true, classCosts: { [bulky.slug]: '3 * [qty]' } }
    const zone = { name: 'Iceland', locations: [{ type: 'country', code: 'IS' }], methods: [method] } as const
    pricing = { ...pricing, shipping: { zones: [zone] } }
    const body = {
      billing: { ...billing, country: 'IS', state: '', postcode: '101' },
      line_items: [{ product_id: product.id, quantity: 2 }],
    }
    const rates = async (sent: object) => (await send(paths.restOrderPreview, sent)).json.rates
    expect(await rates(body)).toMatchObject([{ title: 'Boat', total: '14.00' }])
    const { json: order } = await send(paths.restOrders, body)
    const change = { id: order.id, line_items: [{ id: order.line_items[0].id, quantity: 3 }] }
    expect(await rates(change)).toMatchObject([{ title: 'Boat', total: '19.00' }])
  })

  test('says why an order would be refused', async () => {
    const { status } = await send(paths.restOrderPreview, { line_items: [{ product_id: 99_999_999 }] })
    expect(status).toBe(400)
    expect((await send(paths.restOrderPreview, { coupon_lines: [{ code: 'no-such-coupon' }] })).status).toBe(400)
    expect((await send(paths.restOrderPreview, { id: 99_999_999 })).status).toBe(404)
  })
})

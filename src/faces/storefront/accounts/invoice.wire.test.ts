/** /my-account/invoice/{id}/: who may read it, and its content. */
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { ada as address, teapots, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { invoiceOf, packingSlipOf } from '../../../shop/orders/invoice/invoice.ts'
import { drawPapers, invoicePdf } from '../../../shop/orders/invoice/invoice-pdf.ts'
import type { NewOrder } from '../../../shop/orders/orders.store.ts'
import { readOrdersByIds } from '../../../shop/orders/orders-read.store.ts'

const { app, shop, db, pool } = await openShop()
const ada = await createSignedInUser(shop, 'customer')
const other = await createSignedInUser(shop, 'customer')
const editor = await createSignedInUser(shop, 'editor')
const owner = await createSignedInUser(shop, 'administrator')
const paid = { status: 'processing', paidAt: new Date('2026-11-21T12:00:00Z') } as const
const write = (changes: Partial<NewOrder> = {}) => writeOrder(db, { ...paid, customerId: ada.id, ...changes })
const get = (path: string, cookie = '') => app.request(path, { headers: { cookie } })

describe('[ACC-02 orders] the invoice', () => {
  test('is a PDF for its customer, staff and who has the key; never cached', async () => {
    const order = await write()
    const path = `/my-account/invoice/${order.id}/`
    for (const response of [
      await get(path, ada.cookie),
      await get(path, owner.cookie),
      await get(`${path}?key=${order.orderKey}`),
    ]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('content-disposition')).toBe(`inline; filename="INV-${order.invoiceNumber}.pdf"`)
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    }
  })

  test('does not exist for others: not by id, not by a wrong key', async () => {
    const order = await write()
    const path = `/my-account/invoice/${order.id}/`
    for (const cookie of [other.cookie, editor.cookie]) expect((await get(path, cookie)).status).toBe(404)
    expect((await get(`${path}?key=wc_order_guess`)).status).toBe(404)
    expect((await get(`${path}?key=wc_order_guess`, other.cookie)).status).toBe(404)
    expect((await get('/my-account/invoice/99999999999/', ada.cookie)).status).toBe(404)
    const guest = await get(path)
    expect(await guest.text()).toContain('woocommerce-form-login')
    expect(guest.headers.get('cache-control')).toContain('no-store')
  })

  test.each([
    ['pending', {}, false],
    ['failed', {}, false],
    ['on-hold', { paidAt: null }, true],
    ['processing', { paidAt: null }, true],
    ['completed', paid, true],
    ['refunded', paid, true],
    ['cancelled', { paidAt: null, invoiceNumber: 70_001 }, false],
    ['cancelled', { ...paid, invoiceNumber: 70_002 }, true],
  ] as const)('of an order that is %s with %j: %s', async (status, changes, isThere) => {
    const order = await write({ paidAt: null, ...changes, status })
    expect((await get(`/my-account/invoice/${order.id}/`, ada.cookie)).status).toBe(isThere ? 200 : 404)
    const page = await (await get(`/my-account/view-order/${order.id}/`, ada.cookie)).text()
    expect(page.includes(`/my-account/invoice/${order.id}/`)).toBe(isThere)
  })

  test('is limited for one network', async () => {
    await pool.query('delete from rate_limits')
    const order = await write()
    const from = (address: string) =>
      app.request(`/my-account/invoice/${order.id}/?key=${order.orderKey}`, { headers: { 'x-forwarded-for': address } })
    const statuses = []
    for (let nth = 0; nth < 61; nth += 1) statuses.push((await from('203.0.113.9')).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    expect((await from('198.51.100.7')).status).toBe(200)
  })
})

/** The texts of a PDF. They are drawn as glyphs of embedded fonts, and each font has a map from glyphs to letters. */
function textsOf(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )
  const bodyOf = (id = '') => objects.get(id) ?? ''
  const streamOf = (body: string) => {
    const data = /stream\n([\s\S]*?)\nendstream/.exec(body)?.[1]
    return data && body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : ''
  }
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, unicodeOf(streamOf(bodyOf(/\/ToUnicode (\d+) 0 R/.exec(bodyOf(font))?.[1]))))
  }
  return [...objects.values()]
    .map(streamOf)
    .filter((stream) => /\bTJ\b/.test(stream))
    .map((stream) => {
      let font = ''
      return stream
        .split('\n')
        .flatMap((line) => {
          font = /^\/(F\d+) /.exec(line)?.[1] ?? font
          const glyphs = line.endsWith('TJ') ? [...line.matchAll(/<([0-9a-f]+)>/g)] : []
          const codes = glyphs.flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          return codes.length === 0
            ? []
            : [codes.map((code) => fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '?').join('')]
        })
        .join('\n')
    })
    .join('\n')
}

function unicodeOf(cmap: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>()
  for (const [, from = '', , list = ''] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f]+)>/g)].entries())
      map.set(Number.parseInt(from, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
  }
  return map
}

describe('[ACC-02 orders] what an invoice says', () => {
  const settings = {
    ...shop.settings(),
    siteTitle: 'Maison de thé Čaj & Søn',
    taxNumber: '123456789 RT0001',
    storeAddress: {
      company: '',
      address1: '1 rue du Thé',
      address2: '',
      city: 'Montréal',
      state: 'QC',
      postcode: 'H2X 1Y4',
      country: 'CA',
    },
  }
  const render = async (changes: Partial<NewOrder> = {}) => {
    const order = await write(changes)
    const invoice = invoiceOf(order, settings)
    if (!invoice) throw new Error('No invoice')
    const pdf = await invoicePdf(invoice, new Date('2026-11-22T09:00:00Z'))
    return { order, invoice, pdf, text: textsOf(pdf) }
  }

  test('names the seller, the tax number, the buyer and every amount of the order to the cent', async () => {
    const { order, text } = await render()
    for (const part of [
      ...[
        `Invoice INV-${order.invoiceNumber}`,
        `Order number: ${order.id}`,
        'Maison de thé Čaj & Søn',
        '1 rue du Thé',
        'GST/HST number: 123456789 RT0001',
      ],
      ...['Ada Leaf', 'Cast-iron teapot', '$61.03', '$122.06', '$9.95', 'HST 13%', '$17.16', '$149.17 CAD'],
      ...['November 20, 2026', 'Paid on November 21, 2026, by Direct bank transfer: $149.17 CAD.'],
    ])
      expect(text).toContain(part)
  })

  test('is tagged, with a title and a language', async () => {
    const source = (await render()).pdf.toString('latin1')
    for (const part of ['/MarkInfo', '/StructTreeRoot', '/Lang (en-CA)', '/DisplayDocTitle true'])
      expect(source).toContain(part)
    expect(source.match(/\/S \/(H1|Table|TH|TD)\b/g)?.length).toBeGreaterThan(8)
  })

  test('letters with accents and long names are kept whole', async () => {
    const name = `Thé “Œil-de-dragon” à l’été, ${'très '.repeat(30)}long`
    const { text } = await render({
      billing: { ...(await write()).billing, firstName: 'Łukasz', lastName: '\u202AGőbő-\u200BÑandú\u202C' },
      lines: [
        {
          productId: 1,
          name,
          quantity: 2,
          unitPriceCents: 6103,
          subtotalCents: 12_206,
          totalCents: 12_206,
          taxCents: 1587,
          taxClass: 'standard',
        },
      ],
    })
    expect(text).toContain('Łukasz Gőbő-Ñandú')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Thé “Œil-de-dragon” à l’été')
    expect(text.match(/très/g)).toHaveLength(30)
  })

  test('of what the fonts do not have, accents and pictures are left out, and one mark with its meaning stands for letters', async () => {
    const { invoice, text } = await render({
      billing: {
        ...address,
        firstName: '小明',
        lastName: '王 二',
        company: 'Nguyễn Thị Phượng'.normalize('NFD'),
        address1: '１２ Ὀδός ©️ 🇨🇦',
        city: 'תל אביב',
      },
      lines: [
        { ...teapots, name: 'Sencha 煎茶 🍵👩🏽‍🌾' },
        { ...teapots, name: '🍵' },
      ],
    })
    const lines = text.split('\n')
    for (const part of ['[…]', 'Nguyễn Thị Phượng', '12 Οδός ©', '[…] ON M5V 2T6', 'Sencha […]'])
      expect(lines).toContain(part)
    expect(text.match(/\[…\]/g)).toHaveLength(5)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('[…] stands for letters that cannot be printed here')
    expect((await render()).text).not.toContain('[…]')
    expect(invoice.addresses[1]?.[1][0]).toBe('小明 王 二')
  })

  test('totals stay together, each amount in one line however large it is', async () => {
    for (const length of [7, 8, 9, 10, 11, 12]) {
      const lines = Array.from({ length }, (_, nth) => ({ ...teapots, name: `Tea number ${nth}` }))
      const pages = (await render({ lines })).text.split(/Page \d of \d/)
      const withTotals = pages.filter((page) =>
        ['Subtotal', 'HST 13%', '$149.17 CAD\n'].some((part) => page.includes(part)),
      )
      expect(withTotals).toHaveLength(1)
    }
    const large = { unitPriceCents: 2_147_480_000, quantity: 1, subtotalCents: 2_147_480_000 }
    const rupiahs = await render({
      currency: 'IDR',
      lines: [{ ...teapots, ...large }],
      itemsSubtotalCents: 2_147_480_000,
      itemsTotalCents: 2_147_480_000,
      totalCents: 2_147_482_711,
    })
    expect(rupiahs.text.match(/^IDR\s21,474,800\.00$/gm)).toHaveLength(3)
    expect(rupiahs.text).toMatch(/^IDR\s21,474,827\.11 IDR$/m)
  })

  test('a long note begins below what is packed', async () => {
    const lines = Array.from({ length: 7 }, (_, nth) => ({ ...teapots, name: `Tea number ${nth}` }))
    const { id } = await write({ lines, customerNote: `${'At the door. '.repeat(150)}End.` })
    const slips = (await readOrdersByIds(db, [id])).map((order) => packingSlipOf(order, settings))
    const text = textsOf(await buffer(drawPapers(slips, { title: 'Slips', createdAt: new Date() })))
    expect(text.split(/Page \d of \d/)[0]).toMatch(/14 items in all\..*Customer note: At the door/s)
    expect(text).toContain('End.')
  })

  test('many lines go over several pages, each line once, with page numbers; and it is quick', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({
      productId: 131,
      name: `Tea number ${index + 1}`,
      quantity: 1,
      unitPriceCents: 100,
      subtotalCents: 100,
      totalCents: 100,
      taxCents: 0,
      taxClass: 'grocery' as const,
    }))
    const amounts = {
      itemsSubtotalCents: 10_000,
      itemsTotalCents: 10_000,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 10_000,
    }
    const many = { lines, ...amounts, shippingLines: [], taxLines: [] }
    await render(many)
    let text = ''
    const cpuMs = await cpuMsOf(async () => ({ text } = await render(many)))
    expect(cpuMs).toBeLessThan(1500)
    for (const { name } of lines) expect(text.match(new RegExp(`^${name}$`, 'gm'))).toHaveLength(1)
    const pages = /Page 1 of (\d+)/.exec(text)?.[1]
    expect(Number(pages)).toBeGreaterThan(2)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  test('what is longer than a page has its quantity and amount where it begins, and the next item below it', async () => {
    const choices = Array.from({ length: 20 }, (_, n) => ({ label: `Wish ${n}`, value: 'a wish '.repeat(71), key: '' }))
    const { text } = await render({
      lines: [
        { ...teapots, name: 'A long wish', quantity: 4321, choices },
        { ...teapots, name: 'Last of all' },
      ],
    })
    const [first = '', ...later] = text.split(/Page \d of \d/)
    for (const part of ['A long wish', '4321', '$122.06']) expect(first).toContain(part)
    expect(first).not.toContain('Wish 19')
    expect(later.at(-2)).toMatch(/Wish 19.*Last of all/s)
  })

  test('refunds and discounts are the order’s own', async () => {
    const { text } = await render({
      status: 'completed',
      refundedCents: 4917,
      itemsTotalCents: 11_206,
      totalCents: 13_917,
      coupons: [
        { code: 'spring10', couponId: null, discountCents: 1000, discountTaxCents: 0, usedBy: 'ada@shop.test' },
      ],
    })
    for (const part of ['Coupon: spring10', '-$10.00', 'Refunded', '-$49.17', 'Total after refund', '$90.00 CAD'])
      expect(text).toContain(part)
  })

  test('an order without an address of delivery goes to that of the invoice, and no method of payment is named if it has none', async () => {
    const nowhere = Object.fromEntries(Object.keys(address).map((field) => [field, ''])) as typeof address
    const { text } = await render({ shipping: nowhere, paymentMethodTitle: '' })
    expect(text).toContain('Delivered and billed to')
    expect(text).toContain('Paid on November 21, 2026: $149.17 CAD.')
  })

  test('an order that waits for a transfer says what is due', async () => {
    expect((await render({ status: 'on-hold', paidAt: null })).text).toContain(
      'Not paid yet: $149.17 CAD is due, by Direct bank transfer.',
    )
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newBuyer, ontario, senderFrom } from '../../../test/running/buyer.ts'
import { newestTextTo } from '../../../test/support/mails.ts'
import { ada, teapots, writeOrder } from '../../../test/support/orders.ts'
import { recordedExchanges } from '../../../test/wire/replay.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { orderDownloads } from '../orders/downloads/downloads.table.ts'
import { extrasOf } from '../orders/downloads/order-downloads.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { transitionOrder, transitionOrderByHand } from '../orders/transition-order.ts'
import { openTestDownloads } from './open-test-downloads.ts'

const {
  clock,
  owner,
  manager,
  editor,
  customer,
  other,
  made,
  upload,
  get,
  guide,
  stored,
  paidOrder,
  linkOf,
  app,
  db,
  shop,
} = await openTestDownloads()

describe('a paid order', () => {
  test('of files alone is completed, and its link gives the file as one to be stored', async () => {
    const order = await paidOrder(
      await guide([await stored('How to brew', 'Thé “vert” & co.pdf')], { downloadLimit: 3 }),
    )
    expect(order).toMatchObject({ status: 'completed' })
    const answer = await get(await linkOf(order))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('How to brew')
    const { headers } = answer
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Th_ -?_?vert-? ?-? ?co.pdf"; filename\*=UTF-8''Th%C3%A9%20-vert-/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const [row] = await db.select().from(orderDownloads).where(eq(orderDownloads.orderId, order.id))
    expect(row).toMatchObject({ remaining: 2, downloadCount: 1, lastAt: clock.time })
  })

  test('with goods beside the file is packed first, and the limit is for each piece', async () => {
    const id = await guide([await stored()], { isVirtual: false, downloadLimit: 3 })
    const order = await paidOrder(id, {}, 2)
    expect(order.status).toBe('processing')
    expect((await extrasOf(db, order, clock.time)).downloads).toMatchObject([{ remaining: 6, expiresOn: null }])
  })

  test('one that waits for its payment has no files, and one that is paid by hand has them then', async () => {
    const id = await guide([await stored()])
    const line = { ...teapots, isDownloadable: true, productId: id }
    const waiting = await writeOrder(db, { lines: [line], shippingLines: [], status: 'on-hold' })
    expect((await extrasOf(db, waiting, clock.time)).downloads).toEqual([])
    await transitionOrderByHand(shop, { orderId: waiting.id, to: 'processing', author: 'Owner' })
    expect(await findOrder(db, waiting.id)).toMatchObject({ status: 'completed' })
    expect((await extrasOf(db, waiting, clock.time)).downloads).toHaveLength(1)
    expect(await newestTextTo(shop, ada.email, 'payment-received')).toContain('/?download_file=')
  })

  test('a declined card that is paid at last, and one that is held for a review', async () => {
    const id = await guide([await stored()])
    const order = await paidOrder(id, { status: 'failed', paymentMethod: 'stripe_cc' })
    expect(order.status).toBe('completed')
    const link = await linkOf(order)
    await db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id)
      expect(locked && (await transitionOrder(shop, tx, locked, 'on-hold', { isSilent: true }))).not.toBeNull()
    })
    expect((await get(link)).status).toBe(404)
  })
})

describe('attacks', () => {
  test('20 requests at the same moment get no more than were left', async () => {
    const order = await paidOrder(await guide([await stored()], { downloadLimit: 3 }))
    const link = await linkOf(order)
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(17)
    expect(await (await get(link)).text()).toContain('This link is used up.')
    // A partial request is refused as well, unless the same network has just started the download.
    expect((await get(link, { range: 'bytes=1-' }, '203.0.113.77')).status).toBe(403)
  })

  test('parts and resumed downloads count once, and a second download counts', async () => {
    const order = await paidOrder(await guide([await stored('0123456789')], { downloadLimit: 2 }))
    const link = await linkOf(order)
    const first = await get(link, { range: 'bytes=0-3' })
    expect([first.status, await first.text()]).toEqual([206, '0123'])
    for (const range of ['bytes=4-6', 'bytes=7-9', 'bytes=4-9']) expect((await get(link, { range })).status).toBe(206)
    expect((await get(link, { range: 'bytes=50-' })).status).toBe(416)
    expect((await app.request(link, { method: 'HEAD' })).status).toBe(200)
    expect((await extrasOf(db, order, clock.time)).downloads).toMatchObject([{ remaining: 1 }])
    // If the file has changed since, it is sent completely and counts as a download.
    expect((await get(link, { range: 'bytes=4-', 'if-range': '"old"' })).status).toBe(200)
    expect((await extrasOf(db, order, clock.time)).downloads).toEqual([])
  })

  test('somebody else’s, guessed, cut off, expired, cancelled, refunded: no file and no word of it', async () => {
    const secret = await stored('Secret', 'secret-plan.pdf')
    const id = await guide([secret], { downloadDays: 30 })
    const mine = await paidOrder(id)
    const theirs = await paidOrder(id, { customerId: customer.id })
    const link = await linkOf(mine)
    const url = new URL(link, shop.url)
    const changed = (name: string, value: string) => {
      const copy = new URL(url)
      copy.searchParams.set(name, value)
      return copy.pathname + copy.search
    }
    const theirLink = await linkOf(theirs)
    const tries: [string, Record<string, string>, number][] = [
      [changed('order', 'wc_order_guess'), {}, 404],
      [changed('order', ''), {}, 404],
      [changed('email', 'eve@shop.test'), {}, 404],
      [changed('email', ''), {}, 404],
      [changed('key', '../../secret'), {}, 404],
      [changed('download_file', '1'), {}, 404],
      [changed('download_file', "1' or 1=1"), {}, 404],
      [changed('download_file', '99999999999999999999'), {}, 404],
      ['/?download_file=', {}, 404],
      [theirLink, {}, 403],
      [theirLink, other.headers, 403],
      [theirLink, owner.headers, 403],
    ]
    for (const [path, headers, status] of tries) {
      const answer = await get(path, headers)
      const text = await answer.text()
      expect([path, answer.status]).toEqual([path, status])
      expect(text).not.toMatch(/secret-plan|Brewing guide|downloads\/[\w-]{22}/)
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
    expect((await get(theirLink, customer.headers)).status).toBe(200)
    expect((await get(link)).status).toBe(200)
    // The link works until the end of its last day in the shop's time zone.
    clock.time = new Date('2026-12-24T04:59:00Z')
    expect((await get(link)).status).toBe(200)
    clock.time = new Date('2026-12-24T05:01:00Z')
    expect((await get(link)).status).toBe(404)
    clock.time = new Date('2026-11-24T12:00:00Z')
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, mine.id)
      return order && transitionOrder(shop, tx, order, 'refunded')
    })
    expect((await get(link)).status).toBe(404)
  })

  test.each([
    'uploads/2026/11/cast-iron-teapot-pack.webp',
    'downloads/../postgres/secret',
    'downloads/AAAAAAAAAAAAAAAAAAAAAA/../../secret',
    'downloads/AAAAAAAAAAAAAAAAAAAAAA/..',
    '/etc/passwd',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://files.test/guide.pdf',
  ])('a product whose file says %s gives nothing', async (file) => {
    const order = await paidOrder(await guide([{ id: 'x', name: 'X', file }]))
    expect((await get(await linkOf(order))).status).toBe(404)
  })

  test('an upload: streamed, by who may write products, under a key that nobody guesses and no public address has', async () => {
    const answer = await upload('..\\..\\etc/.Leaf “Guide”.pdf', 'x'.repeat(300_000))
    expect(answer.status).toBe(201)
    const json = (await answer.json()) as { file: string; size: number }
    expect(json).toMatchObject({ size: 300_000, name: expect.stringMatching(/^Leaf -Guide-\.pdf$/) })
    expect(json.file).toMatch(/^downloads\/[\w-]{22}\/Leaf -Guide-\.pdf$/)
    expect((await shop.files.read(json.file))?.toString()).toBe('x'.repeat(300_000))
    for (const path of [`/wp-content/uploads/${json.file}`, `/wp-content/uploads/../${json.file}`, `/${json.file}`])
      expect((await get(path)).status).toBe(404)
    expect((await upload('a.pdf', 'x', editor)).status).toBe(403)
    expect((await upload('a.pdf', 'x', null)).status).toBe(401)
    expect((await upload('a.pdf', '')).status).toBe(400)
    expect((await upload('a.pdf', new Blob(['x'.repeat(1024 * 1024 * 101)]))).status).toBe(400)
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nnever ends'
    const headers = { ...manager.headers, 'content-type': 'multipart/form-data; boundary=b' }
    const path = '/wp-json/samovar/v1/product-files'
    expect((await app.request(path, { method: 'POST', body: cut, headers })).status).toBe(400)
  })
})

test('a file elsewhere is led to once it was counted', async () => {
  const file = 'https://files.test/guide.pdf?a=1'
  const order = await paidOrder(await guide([{ id: 'x', name: 'X', file }], { downloadLimit: 1 }))
  const link = await linkOf(order)
  // HEAD requests, by programs that check links, do not count as downloads.
  expect((await app.request(link, { method: 'HEAD' })).status).toBe(302)
  const answer = await get(link)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, file])
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await get(link)).status).toBe(403)
})

test('the order page, the account, the email and the API have the files and the note, which is text', async () => {
  const note = 'Steep it twice.\n<img src=x onerror=alert(1)>'
  const file = await stored()
  const id = await guide([file], { downloadLimit: 3, downloadDays: 30, purchaseNote: note })
  const order = await paidOrder(id, { customerId: customer.id, orderKey: 'wc_order_T3Bz93PTJS8wn' })
  const pages = [`/checkout/order-received/${order.id}/?key=${order.orderKey}`, `/my-account/view-order/${order.id}/`]
  for (const page of pages) {
    const html = await (await get(page, customer.headers)).text()
    expect(html).toContain('class="woocommerce-order-downloads"')
    expect(html).toContain('December 23, 2026')
    expect(html).toContain('Steep it twice.\n&lt;img src=x onerror=alert(1)&gt;')
  }
  expect(await (await get('/my-account/downloads/', customer.headers)).text()).toContain('/?download_file=')
  expect(await (await get('/my-account/downloads/', other.headers)).text()).not.toContain('/?download_file=')
  const mail = await newestTextTo(shop, ada.email, 'order-confirmation')
  expect(mail).toContain(`${shop.url}${await linkOf(order)}`)
  expect(mail).toContain('Steep it twice.')
  expect(mail).not.toMatch(/parcel/)

  const recorded = recordedExchanges('wc-v3-customer-downloads').find(({ name }) => name === 'downloads')
  const path = `/wp-json/wc/v3/customers/${customer.id}/downloads`
  const json = ((await (await get(path, manager.headers)).json()) as Record<string, unknown>[]).slice(-1)
  const own = {
    download_id: file.id,
    download_url: shop.url + (await linkOf(order)),
    product_id: id,
    order_id: order.id,
    file: { name: 'Guide', file: file.file },
    _links: expect.anything(),
  }
  expect(json).toEqual([{ ...(recorded?.response.body as object[] | undefined)?.[0], ...own }])
  expect((await get(path, customer.headers)).status).toBe(403)
})

test('bought at the checkout as a guest, with a transfer that has not come: nothing to download yet', async () => {
  const id = await guide([await stored()])
  const buyer = newBuyer(senderFrom(app, '203.0.113.50'))
  await buyer.add(id)
  const bought = await buyer.checkout(await buyer.openCheckout(), { ...ontario, payment_method: 'bacs' })
  expect(bought.result).toBe('success')
  const { pathname, search } = new URL(bought.redirect ?? '', shop.url)
  expect(await (await buyer.send(pathname + search)).text()).not.toContain('download_file=')
})

test('title and description for search engines are those of the page and of what is shared', async () => {
  const id = await guide([])
  const seo = { seoTitle: 'Brew "better" <b>', seoDescription: 'All about water & leaf' }
  await db.update(entries).set(seo).where(eq(entries.id, id))
  const [entry] = await db.select().from(entries).where(eq(entries.id, id))
  const html = await (await get(`/product/${entry?.slug}/`)).text()
  expect(html).toContain('<title>Brew &quot;better&quot; &lt;b&gt;')
  expect(html).toContain('<meta property="og:title" content="Brew &quot;better&quot; &lt;b&gt;')
  for (const name of ['name="description"', 'property="og:description"'])
    expect(html).toContain(`<meta ${name} content="All about water &amp; leaf"`)
  expect(html).toContain(`>Brewing guide ${made.guides}</h1>`)
})

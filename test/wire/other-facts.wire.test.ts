/** Pages, emails and feeds of a shop with another name, place and promises contain none of the defaults. */

import { expect, test } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { newBuyer } from '../running/buyer.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const { app, shop, db } = await openShop({
  settings: {
    siteTitle: 'Quiet Harbour',
    tagline: 'Leaves by the sea',
    ownerEmail: 'owner@harbour.test',
    contactEmail: 'hello@harbour.test',
    storeAddress: {
      company: '',
      address1: '5 Water Street',
      address2: '',
      city: 'Vancouver',
      state: 'BC',
      postcode: 'V6B 1A1',
      country: 'CA',
    },
    policies: {
      returnDays: 14,
      returns: 'Two weeks to think about it.',
      inStock: 'by the harbour',
      madeToOrder: 'Weighed for you',
      onShelf: 'On the pier',
    },
    dispatchTime: 'Every Tuesday',
    deliveryTime: 'Ten days',
    untaxedText: 'Nothing is taxed.',
    footerHighlights: [{ title: 'Pickup', text: 'On the pier', href: '/pickup/' }],
    gateways: { ...defaultSettings.gateways, bacs: { ...defaultSettings.gateways.bacs, enabled: true } },
  },
})

/**
 * Words that occur only in the default settings. Words of the home page are left out: they are content, with separate
 * defaults.
 */
const oldFacts = /Samovar|samovar\.test|Thirty days|Packed to order|On our shelves|2 to 6|one business day|zero-rated/

const found = (name: string, text: string) => [name, oldFacts.exec(text)?.[0] ?? null] as const

test('no page, feed or document', async () => {
  const pages = [
    '/',
    '/shop/',
    '/product/tea-1/',
    '/blog/',
    '/?s=no+such+thing&post_type=product',
    '/my-account/',
    '/nowhere/',
  ]
  const documents = ['/feed/', '/robots.txt', '/wp-sitemap.xml', '/wp-json/', '/site.webmanifest', '/wp-login.php']
  for (const path of [...pages, ...documents]) {
    const response = await app.request(path)
    expect([200, 302, 404]).toContain(response.status)
    expect(found(path, await response.text())).toEqual([path, null])
  }
})

test('no page of a purchase', async () => {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(referenceIds.simple, 1)
  for (const path of ['/cart/', '/checkout/'])
    expect(found(path, await (await buyer.send(path)).text())).toEqual([path, null])
  const cart = await (await buyer.send('/cart/')).text()
  for (const fact of ['Quiet Harbour', 'Pickup']) expect(cart).toContain(fact)
  const { redirect = '' } = await buyer.checkout(await buyer.openCheckout(), { payment_method: 'bacs' })
  const received = await (await buyer.send(redirect.replace(shop.url, ''))).text()
  expect(found('received', received)).toEqual(['received', null])
  expect(received).toContain('Ten days later')
  const [order] = await db.select().from(orders)
  const unpaid = await writeOrder(db, { status: 'pending', paidAt: null })
  for (const { id, orderKey } of [order, unpaid].filter((one) => one !== undefined)) {
    const path = `/checkout/order-pay/${id}/?pay_for_order=true&key=${orderKey}`
    expect(found(path, await (await buyer.send(path)).text())).toEqual([path, null])
  }
})

test('no email, and not the back office', async () => {
  const types = shop.messages.types
  expect(types.length).toBeGreaterThan(15)
  for (const { id } of types) {
    const preview = await shop.messages.preview(id)
    expect(found(id, JSON.stringify(preview))).toEqual([id, null])
  }
  const owner = await createSignedInUser(shop, 'administrator')
  const admin = await (await app.request('/wp-admin/orders/', { headers: owner.headers })).text()
  expect(found('admin', admin)).toEqual(['admin', null])
  expect(admin).toContain('data-site-title="Quiet Harbour"')
})

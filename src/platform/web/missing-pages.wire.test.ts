import { expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'

const { app, db, shop } = await openShop()
const order = await writeOrder(db)

test.each([
  '/no-such-page/',
  '/no/such/page/',
  '/product/no-such-tea/',
  '/product/tea-1/comment-page-99/',
  '/product-category/no-such-shelf/',
  '/shop/page/999/',
  '/shop/?paged=999',
  '/product-category/green-tea/page/999/',
  '/size/50-g/page/999/',
  '/blog/no-such-post/',
  '/blog/page/999/',
  '/no-such-shelf/feed/',
  '/?p=999999',
  `/checkout/order-pay/${order.id}/?pay_for_order=true&key=wc_order_wrong`,
  '/checkout/order-pay/999999/?pay_for_order=true&key=wc_order_wrong',
  '/my-account/lost-password/?key=spent',
  '/wp-admin/no-such-screen/',
])('[SITE-08] %s returns 404, is marked as such and excluded from search engines', async (path) => {
  const response = await app.request(path)
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(/<body class="([^"]*)"/.exec(html)?.[1]?.split(' ')).toContain('error404')
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
  expect(html).not.toContain('<link rel="canonical"')
})

test('[SITE-08] existing pages have no such mark, and 404 pages are never cached', async () => {
  for (const path of ['/', '/shop/', '/product/tea-1/', '/cart/', '/blog/'])
    expect([path, (await (await app.request(path)).text()).includes('error404')]).toEqual([path, false])
  shop.pages.clear()
  for (const path of ['/shop/page/999/', '/no-such-page/']) await app.request(path)
  expect(shop.pages.size.pages).toBe(0)
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newBuyer, ontario } from '../../../test/running/buyer.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { products } from './catalog.table.ts'
import { saveProduct } from './save-product.ts'

const now = new Date()
const { app, db } = await openShop({ settings: recordedSettings })
await db.insert(terms).values([
  { id: 9501, taxonomy: 'product_cat', slug: 'aged-tea', name: 'Aged tea' },
  { id: 9502, taxonomy: 'product_cat', slug: 'herbal-remedies', name: 'Herbal remedies' },
])

test.each([
  ['tea', 'Old Arbor Pu-erh', 9501, 'aged-tea'],
  ['herbal remedies', 'Elderberry Syrup', 9502, 'herbal-remedies'],
])(
  '[PLAT-02 %s] is sold like any product: in its category, on its page, in the cart and in an order',
  async (_, name, categoryId, shelf) => {
    const saved = await db.transaction((tx) =>
      saveProduct(tx, { type: 'simple', name, regularPriceCents: 1800, categoryIds: [categoryId] }, { now }),
    )
    if (!saved.ok) throw new Error(saved.problem.kind)
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    const listing = await (await buyer.send(`/product-category/${shelf}/`)).text()
    const page = /href="(\/product\/[^"?#]+)/.exec(listing.slice(listing.indexOf(`post-${saved.id} `)))?.[1] ?? ''
    expect(await (await buyer.send(page)).text()).toContain(`>${name}</h1>`)
    await buyer.add(saved.id, 2)
    const bought = await buyer.checkout(await buyer.openCheckout(), { ...ontario, payment_method: 'cod' })
    expect(bought.result).toBe('success')
    const { pathname, search } = new URL(bought.redirect ?? '', 'http://shop.test')
    expect(await (await buyer.send(pathname + search)).text()).toContain(name)
  },
)

test('a product without pictures has a placeholder on its card, on its page and in the cart', async () => {
  const item = { type: 'simple', name: 'Tasting by video', regularPriceCents: 2500, categoryIds: [9501] } as const
  const saved = await db.transaction((tx) => saveProduct(tx, item, { now }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(saved.id)
  for (const path of ['/product-category/aged-tea/', '/product/tasting-by-video/', '/cart/']) {
    expect(await (await buyer.send(path)).text(), path).toMatch(/<img [^>]*class="woocommerce-placeholder\b/)
  }
})

test.each([
  ['Tasting set', false],
  ['Tasting by telephone', true],
])('%s: its page speaks of shipping only if it is shipped', async (name, isVirtual) => {
  const item = { type: 'simple', name, regularPriceCents: 2500, categoryIds: [9501] } as const
  const saved = await db.transaction((tx) => saveProduct(tx, item, { now }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  await db.update(products).set({ isVirtual }).where(eq(products.id, saved.id))
  const page = await (await app.request(`/product/${name.toLowerCase().replaceAll(' ', '-')}/`)).text()
  expect(page).toContain(`>${name}</h1>`)
  expect(/shipping anywhere in Canada|Shipping is worked out/.test(page)).toBe(!isVirtual)
})

import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { users } from '../../src/people/identity/accounts.table.ts'
import { isAnyOf } from '../../src/platform/database/connect.ts'
import { products } from '../../src/shop/catalog/catalog.table.ts'
import { orderNotes, orders } from '../../src/shop/orders/orders.table.ts'
import { paymentRefunds } from '../../src/shop/orders/payments/payments.table.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entryTerms, terms } from '../../src/things/entries/terms.table.ts'
import { ada, teapots, writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

export type Item = Record<string, unknown> & { readonly id: number }

export type ListedItems = Awaited<ReturnType<typeof openListedItems>>

/** A shop with at least three items in each list of the REST API, created on different days. */
export async function openListedItems() {
  let now = new Date('2026-11-18T12:00:00Z')
  const { app, shop, db } = await openShop({ now: () => now })
  const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')
  const customer = await createSignedInUser(shop, 'customer', 'Ada Leaf')
  const bea = await createSignedInUser(shop, 'customer', 'Bea Bloom')
  for (const [index, { id }] of [customer, owner, bea, editor].entries())
    await db
      .update(users)
      .set({ createdAt: new Date(Date.UTC(2026, 9, 1 + index)) })
      .where(eq(users.id, id))

  async function call(method: string, path: string, body?: object | Buffer, who = owner) {
    const isBytes = Buffer.isBuffer(body)
    const response = await app.request(`/wp-json${path}`, {
      method,
      headers: {
        ...who.headers,
        ...(isBytes
          ? { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="tin.png"' }
          : body && { 'content-type': 'application/json' }),
      },
      ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    })
    const json = (await response.json()) as unknown
    return { status: response.status, headers: response.headers, json, item: json as Item, items: json as Item[] }
  }
  async function make(path: string, body: object | Buffer, who = owner): Promise<Item> {
    const { status, item } = await call('POST', path, body, who)
    expect([path, status, status === 201 ? '' : item]).toEqual([path, 201, ''])
    // The next item is created on another day.
    now = new Date(now.getTime() + 86_400_000)
    return item
  }

  /** Three items of each kind, created on different days; the first was changed last. */
  const shopOrders = [
    await writeOrder(db, { status: 'processing', customerId: customer.id, attribution: { utm_source: 'letter' } }),
    await writeOrder(db, {
      status: 'completed',
      createdVia: 'store-api',
      createdAt: new Date('2026-11-20T20:00:00Z'),
      billing: { ...ada, firstName: 'Bea', email: 'bea@shop.test' },
    }),
    await writeOrder(db, {
      status: 'processing',
      createdAt: new Date('2026-11-21T03:00:00Z'),
      lines: [{ ...teapots, productId: referenceIds.onSale }],
    }),
  ]
  const [order] = shopOrders as [(typeof shopOrders)[0]]
  const orderIds = shopOrders.map(({ id }) => id)
  await db
    .update(orders)
    .set({ updatedAt: new Date('2026-11-22T12:00:00Z') })
    .where(isAnyOf(orders.id, [order.id]))
  await db.insert(orderNotes).values([
    { orderId: order.id, text: 'Packed.' },
    { orderId: order.id, text: 'On its way.', isCustomerNote: true },
  ])
  await db.insert(paymentRefunds).values(
    ['Broken tin', 'Late', 'Lost'].map((reason, index) => ({
      orderId: order.id,
      idempotencyKey: reason,
      amountCents: 101 * (index + 1),
      reason,
      author: 'Olive',
      status: 'succeeded' as const,
      createdAt: new Date(Date.UTC(2026, 10, 20 + index, 12)),
    })),
  )
  const coupons = [
    await make('/wc/v3/coupons', { code: 'spring', amount: '10', description: 'For the first flush' }),
    await make('/wc/v3/coupons', { code: 'autumn', amount: '5', status: 'draft' }),
    await make('/wc/v3/coupons', { code: 'winter', amount: '7' }),
  ]
  await call('PUT', `/wc/v3/coupons/${coupons[0]?.id}`, { amount: '11' })
  const beforeTerms = now
  const mood = await make('/wc/v3/products/attributes', { name: 'Finish' })
  const termLists = {
    tags: '/wc/v3/products/tags',
    categories: '/wc/v3/products/categories',
    brands: '/wc/v3/products/brands',
    classes: '/wc/v3/products/shipping_classes',
    values: `/wc/v3/products/attributes/${mood.id}/terms`,
  }
  const smoky = new Map<string, number>()
  for (const path of Object.values(termLists)) {
    for (const [name, description] of [
      ['Smoky', 'Of pine wood'],
      ['Malty', 'As bread'],
      ['Floral', ''],
    ] as const) {
      const { id } = await make(path, { name, description, parent: smoky.get(path) })
      if (name === 'Smoky') smoky.set(path, id)
      if (name === 'Malty' && path !== termLists.classes)
        await db.insert(entryTerms).values({ entryId: referenceIds.simple, termId: id })
    }
  }
  // Items from here on are created on the days that the filters below use.
  now = new Date(beforeTerms.getTime() + 3 * 86_400_000)
  await db.update(products).set({ shippingClass: 'malty' }).where(eq(products.id, referenceIds.simple))
  const ofSimple = new Set(
    (await db.select().from(entryTerms).where(eq(entryTerms.entryId, referenceIds.simple))).map(({ termId }) => termId),
  )
  for (const [product_id, reviewer, status] of [
    [referenceIds.simple, 'Cleo', 'approved'],
    [referenceIds.simple, 'Dora', 'hold'],
    [referenceIds.variable, 'Elsa', 'approved'],
  ] as const)
    await make('/wc/v3/products/reviews', {
      product_id,
      reviewer,
      status,
      reviewer_email: `${reviewer.toLowerCase()}@shop.test`,
      review: `${reviewer} likes it`,
      rating: 5,
    })
  // Simulates a review that was written while its author was signed in.
  await db.update(comments).set({ userId: customer.id }).where(eq(comments.authorName, 'Elsa'))
  const category = await make('/wp/v2/categories', { name: 'Harvests' })
  const [loose, pressed] = [
    await make('/wp/v2/tags', { name: 'Loose' }),
    await make('/wp/v2/tags', { name: 'Pressed' }),
  ]
  await make('/wp/v2/tags', { name: 'Ground' })
  const inside = await make('/wp/v2/categories', { name: 'Brewing' })
  // Only imported categories have parents.
  await db.update(terms).set({ parentId: category.id }).where(eq(terms.id, inside.id))
  const entryOf = (title: string, more: object = {}) => ({
    title,
    content: `<p>${title}</p>`,
    status: 'publish',
    ...more,
  })
  const posts = [
    await make('/wp/v2/posts', entryOf('Kettles', { categories: [category.id], tags: [loose.id] })),
    await make('/wp/v2/posts', entryOf('Cups', { tags: [pressed.id] }), editor),
    await make('/wp/v2/posts', entryOf('Spoons', { categories: [category.id], tags: [pressed.id] })),
    await make('/wp/v2/posts', entryOf('Drafted', { status: 'draft' })),
  ]
  const above = await make('/wp/v2/pages', entryOf('Our house', { menu_order: 4 }))
  const below = await make('/wp/v2/pages', entryOf('Our garden', { parent: above.id }), editor)
  await make('/wp/v2/pages', entryOf('Our letter', { status: 'draft' }))
  for (const [path, thing] of [
    ['posts', posts[0]],
    ['pages', above],
  ] as const)
    for (const content of ['Copper', 'Iron', 'Clay']) {
      await call('PUT', `/wp/v2/${path}/${thing?.id}`, { content: `<p>${content}</p>` })
      now = new Date(now.getTime() + 86_400_000)
    }
  const pictures: Item[] = []
  for (const [index, background] of ['#2C5A45', '#aa3333', '#334488'].entries()) {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
    pictures.push(await make('/wp/v2/media', bytes, index === 1 ? editor : owner))
    if (index === 0) await call('PUT', `/wp/v2/media/${pictures[0]?.id}`, { title: 'A copper tin' })
  }

  const webhooks: Item[] = []
  for (const [name, topic] of [
    ['Warehouse', 'order.created'],
    ['Accounts', 'order.updated'],
    ['Newsletter', 'customer.created'],
  ])
    webhooks.push(await make('/wc/v3/webhooks', { name, topic, delivery_url: 'https://receiver.test/' }))
  await call('PUT', `/wc/v3/webhooks/${webhooks[0]?.id}`, { status: 'paused' })

  return {
    editor,
    customer,
    call,
    order,
    orderIds,
    webhooks,
    termLists,
    smoky,
    ofSimple,
    posts,
    above,
    below,
    category,
    pressed,
    loose,
    pictures,
  }
}

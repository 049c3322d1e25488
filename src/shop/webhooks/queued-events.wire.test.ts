/** Which changes are queued as events for webhooks. */

import { describe, expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { openTestWebhooks } from './open-test-webhooks.ts'

const { add, app, call, db, deliver, log, pool, receiver, setStatus, shop } = await openTestWebhooks()

describe('what is queued', () => {
  test('an event commits with its change, or not at all, and once for a transaction', async () => {
    await add('order.updated')
    await db.transaction(async (tx) => {
      await tx.execute('select 1')
      return { ok: false }
    })
    const { id } = await writeOrder(db)
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`update orders set status = 'failed' where id = ${id}`)
    await client.query('rollback')
    await client.query('begin')
    await client.query(`update orders set customer_note = 'a' where id = ${id}`)
    await client.query(`update orders set customer_note = 'b' where id = ${id}`)
    await client.query('commit')
    client.release()
    expect((await log()).map(({ topic, resource_id }) => [topic, resource_id])).toEqual([
      ['order.updated', id],
      ['order.updated', id],
    ])
  })

  test('every topic is told by the change it names, whoever makes it', async () => {
    const topics = [
      ...['order.created', 'order.updated', 'order.deleted', 'product.created', 'product.updated', 'product.deleted'],
      ...['product.restored', 'customer.created', 'customer.updated', 'customer.deleted', 'coupon.created'],
      ...['coupon.updated', 'coupon.deleted', 'action.woocommerce_add_to_cart', 'action.woocommerce_payment_complete'],
      ...['action.woocommerce_order_status_completed', 'action.woocommerce_product_set_stock'],
    ]
    for (const topic of topics) await add(topic)
    const { id } = await writeOrder(db)
    await setStatus(id, 'completed')
    await pool.query('update orders set paid_at = now() where id = $1', [id])
    await pool.query('delete from orders where id = $1', [id])
    const product = (
      (await call('POST', '/wp-json/wc/v3/products', { name: 'New tea', regular_price: '5' })).json as { id: number }
    ).id
    await call('PUT', `/wp-json/wc/v3/products/${product}`, { weight: '3' })
    await call('DELETE', `/wp-json/wc/v3/products/${product}`)
    await call('PUT', `/wp-json/wc/v3/products/${product}`, { status: 'publish' })
    await call('DELETE', `/wp-json/wc/v3/products/${product}?force=true`)
    const email = 'hooked@shop.test'
    const customer = ((await call('POST', '/wp-json/wc/v3/customers', { email })).json as { id: number }).id
    await call('PUT', `/wp-json/wc/v3/customers/${customer}`, { first_name: 'Ada' })
    await call('DELETE', `/wp-json/wc/v3/customers/${customer}?force=true`)
    const coupon = ((await call('POST', '/wp-json/wc/v3/coupons', { code: 'hooked' })).json as { id: number }).id
    await call('PUT', `/wp-json/wc/v3/coupons/${coupon}`, { amount: '2' })
    await call('DELETE', `/wp-json/wc/v3/coupons/${coupon}?force=true`)
    await newBuyer(async (path, init) => app.request(path, init)).add(133)
    await pool.query('update stock_levels set on_hand = 2 where product_id = 133')
    await pool.query('update stock_levels set on_hand = 3 where product_id = 133')
    const told = new Set((await log()).map(({ topic }) => topic))
    expect(topics.filter((topic) => !told.has(topic))).toEqual([])
    await deliver()
    expect(receiver.events('order.deleted')).toEqual([{ id }])
    expect(receiver.events('product.deleted')).toEqual([{ id: product }, { id: product }])
    expect(receiver.events('customer.deleted')).toEqual([{ id: customer }])
    expect(receiver.events('action.woocommerce_order_status_completed')).toEqual([
      { action: 'woocommerce_order_status_completed', arg: id },
    ])
    expect(receiver.events('action.woocommerce_add_to_cart')[0]?.arg).toMatch(/^\w+$/)
  })

  test('a coupon in the trash is deleted, and is not deleted again with the trash', async () => {
    for (const event of ['created', 'updated', 'deleted', 'restored']) await add(`coupon.${event}`)
    const change = (method: string, path: string, body?: object) => call(method, `/wp-json/wc/v3/coupons${path}`, body)
    const told = async () => (await log()).map(({ topic }) => topic)
    const { id } = (await change('POST', '', { code: 'binned', amount: '1' })).json as { id: number }
    await change('DELETE', `/${id}`)
    expect(await told()).toEqual(['coupon.created', 'coupon.deleted'])
    await change('PUT', `/${id}`, { amount: '2' })
    expect(await told()).toHaveLength(2)
    await change('PUT', `/${id}`, { status: 'publish' })
    await change('PUT', `/${id}`, { amount: '3' })
    await change('DELETE', `/${id}`)
    await change('DELETE', `/${id}?force=true`)
    expect((await told()).slice(2)).toEqual(['coupon.restored', 'coupon.updated', 'coupon.deleted'])
  })

  test('accounts of the staff, and what the checkout remembers for itself, are no events', async () => {
    const { id } = await writeOrder(db)
    for (const topic of ['customer.created', 'customer.updated', 'order.updated']) await add(topic)
    await createSignedInUser(shop, 'editor')
    await pool.query('update orders set hold_expires_at = now(), active_payment_attempts = 1 where id = $1', [id])
    expect(await log()).toEqual([])
  })
})

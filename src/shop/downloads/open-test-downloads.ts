import { beforeEach } from 'vitest'
import { senderFrom } from '../../../test/running/buyer.ts'
import { teapots, writeOrder } from '../../../test/support/orders.ts'
import { openShop, recordedSettings } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { ProductDownload, products } from '../catalog/catalog.table.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { downloadHref, extrasOf } from '../orders/downloads/order-downloads.ts'
import { lockOrder, type NewOrder, type Order } from '../orders/orders.store.ts'
import { transitionOrder } from '../orders/transition-order.ts'

type Fields = Partial<typeof products.$inferInsert>

/** A shop with files to sell, and its staff and customers; before each test without limits that were used up. */
export async function openTestDownloads() {
  const clock = { time: new Date('2026-11-23T20:32:41Z') }
  const { app, db, pool, shop } = await openShop({ settings: recordedSettings, now: () => clock.time, poolSize: 20 })
  const owner = await createSignedInUser(shop, 'administrator')
  const manager = await createSignedInUser(shop, 'shop_manager')
  const editor = await createSignedInUser(shop, 'editor')
  const customer = await createSignedInUser(shop, 'customer')
  const other = await createSignedInUser(shop, 'customer')

  beforeEach(async () => {
    clock.time = new Date('2026-11-23T20:32:41Z')
    await pool.query('truncate rate_limits')
  })

  const made = { guides: 0 }

  async function guide(downloads: readonly ProductDownload[], fields: Fields = {}): Promise<number> {
    made.guides += 1
    const input = {
      type: 'simple',
      name: `Brewing guide ${made.guides}`,
      regularPriceCents: 500,
      isVirtual: true,
    } as const
    const saved = await db.transaction((tx) =>
      saveProduct(tx, { ...input, isDownloadable: true, downloads, ...fields }, { now: clock.time }),
    )
    if (!saved.ok) throw new Error(saved.problem.kind)
    return saved.id
  }

  const upload = (name: string, bytes: string | Blob, who: { headers: Record<string, string> } | null = manager) => {
    const form = new FormData()
    form.set('note', 'a field before it')
    form.set('file', new File([bytes], name))
    return app.request('/wp-json/samovar/v1/product-files', { method: 'POST', body: form, headers: who?.headers ?? {} })
  }

  async function stored(text = 'How to brew', name = 'guide.pdf'): Promise<ProductDownload> {
    const { file } = (await (await upload(name, text)).json()) as { file: string }
    return { id: `id-${name}-${text.length}`, name: 'Guide', file }
  }

  async function paidOrder(productId: number, changes: Partial<NewOrder> = {}, quantity = 1): Promise<Order> {
    const line = { ...teapots, isDownloadable: true, productId, name: 'Brewing guide', quantity }
    const { id } = await writeOrder(db, { lines: [line], shippingLines: [], ...changes })
    return db.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      const paid =
        locked && (await transitionOrder(shop, tx, locked, 'processing', { paid: { transactionId: 'ch_1' } }))
      if (!paid) throw new Error('not paid')
      return paid
    })
  }

  async function linkOf(order: Order): Promise<string> {
    const [one] = (await extrasOf(db, order, clock.time)).downloads
    return one ? downloadHref(one) : 'none'
  }

  const get = (path: string, headers: Record<string, string> = {}, address = '203.0.113.9') =>
    senderFrom(app, address)(path, { headers })

  return {
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
  }
}

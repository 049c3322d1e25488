import { describe, expect, test } from 'vitest'
import { saveProduct } from '../../catalog/save-product.ts'
import { countDownload, downloadsOfCustomer, extrasOf } from '../downloads/order-downloads.ts'
import { type Item, line, openOrdersByHand } from './open-test-by-hand.ts'

const { clock, customer, db, edit, make, pool, reset } = await openOrdersByHand()

async function addGuide(name: string, downloadLimit: number | null = null): Promise<number> {
  const downloads = [{ id: `${name}-file`, name: 'PDF', file: `downloads/${name}/guide.pdf` }]
  const guide = {
    type: 'simple',
    name,
    regularPriceCents: 500,
    isVirtual: true,
    isDownloadable: true,
    downloads,
    downloadLimit,
  } as const
  const saved = await db.transaction((tx) => saveProduct(tx, guide, { now: clock.now }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}

const without = (...lines: readonly (Item | undefined)[]) => lines.map((one) => ({ id: one?.id, quantity: 0 }))

test('a file that is exchanged in a paid order can no longer be downloaded, and the one in its place can', async () => {
  const { tin } = await reset()
  const [green, black] = [await addGuide('green'), await addGuide('black')]
  const order = await make({
    customer_id: customer.id,
    set_paid: true,
    payment_method: 'cheque',
    line_items: [line(tin, 1), line(green, 1), line(black, 1), line(black, 1)],
  })
  const names = async () => (await downloadsOfCustomer(db, customer.id, clock.now)).map((one) => one.productName)
  expect(await names()).toEqual(['green', 'black'])

  const [, sold, one] = order.line_items
  const white = await addGuide('white')
  await edit(order.id, { line_items: [...without(sold, one), line(white, 2)] })
  expect(await names()).toEqual(['black', 'white'])
  const { downloads } = await extrasOf(db, order, clock.now)
  expect(downloads.map(({ downloadId }) => downloadId)).toEqual(['black-file', 'white-file'])
})

describe('downloads left of a file in a paid order', () => {
  const left = async () => (await downloadsOfCustomer(db, customer.id, clock.now)).map(({ remaining }) => remaining)
  const used = async (times: number) => {
    const [one] = await downloadsOfCustomer(db, customer.id, clock.now)
    for (let count = 0; count < times; count += 1) await countDownload(db, one?.id ?? 0, clock.now)
  }
  async function paidGuide() {
    const { tin } = await reset()
    const guide = await addGuide('green', 3)
    const line_items = [line(tin, 2), line(guide, 1)]
    const order = await make({ customer_id: customer.id, set_paid: true, payment_method: 'cheque', line_items })
    const [tins, file] = order.line_items
    return { guide, order, tins, file }
  }

  test('are not renewed when it is exchanged and comes back', async () => {
    const { guide, order, file } = await paidGuide()
    await used(2)
    expect(await left()).toEqual([1])
    const { line_items } = await edit(order.id, { line_items: [...without(file), line(await addGuide('white'), 1)] })
    expect(await left()).toEqual([null])
    await edit(order.id, { line_items: [...without(line_items.at(-1)), line(guide, 1)] })
    expect(await left()).toEqual([1])
  })

  test('follow its quantity, as WooCommerce multiplies the limit, and no other change', async () => {
    const { order, tins, file } = await paidGuide()
    await used(1)
    const [black, white] = [await addGuide('black'), await addGuide('white')]
    const more = [{ id: tins?.id, quantity: 1 }, { id: file?.id, quantity: 2 }, line(black, 1)]
    const { line_items } = await edit(order.id, { line_items: more })
    expect(await left()).toEqual([5, null])
    await pool.query('update order_downloads set remaining = 9 where remaining = 5')
    const { line_items: exchanged } = await edit(order.id, {
      line_items: [...without(line_items.at(-1)), line(white, 1)],
    })
    expect(await left()).toEqual([9, null])
    await edit(order.id, {
      line_items: [
        { id: file?.id, quantity: 1 },
        { id: exchanged.at(-1)?.id, quantity: 2 },
      ],
    })
    expect(await left()).toEqual([2, null])
  })
})

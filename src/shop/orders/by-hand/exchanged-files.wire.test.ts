import { expect, test } from 'vitest'
import { saveProduct } from '../../catalog/save-product.ts'
import { downloadsOfCustomer, extrasOf } from '../downloads/order-downloads.ts'
import { type Item, line, openOrdersByHand } from './open-test-by-hand.ts'

const { clock, customer, db, edit, make, reset } = await openOrdersByHand()

async function addGuide(name: string): Promise<number> {
  const downloads = [{ id: `${name}-file`, name: 'PDF', file: `downloads/${name}/guide.pdf` }]
  const guide = {
    type: 'simple',
    name,
    regularPriceCents: 500,
    isVirtual: true,
    isDownloadable: true,
    downloads,
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

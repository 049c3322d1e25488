import { expect, test } from 'vitest'
import { addProduct } from '../../../../test/faults/stock.ts'
import { addsUp, line, openOrdersByHand } from './open-test-by-hand.ts'

const { current, db, edit, make, recordedPricing, refused, reset } = await openOrdersByHand()

test.each([false, true])(
  'a product added to an order costs its price of today, when prices include tax %s since the order was made',
  async (pricesIncludeTax) => {
    const { tin, jar } = await reset()
    current.pricing = { ...recordedPricing, pricesIncludeTax: !pricesIncludeTax }
    const { id } = await make({ line_items: [line(tin, 1)] })
    current.pricing = { ...recordedPricing, pricesIncludeTax }
    const alone = await make({ line_items: [line(jar, 2)] })
    const order = await edit(id, { line_items: [line(jar, 2)] })
    addsUp(order)
    const [, added] = order.line_items
    const [bought] = alone.line_items
    expect(added).toMatchObject({ subtotal: bought?.subtotal, total: bought?.total })

    const [kept] = order.line_items
    const more = await edit(id, { line_items: [{ id: added?.id, quantity: 3 }] })
    expect(Number(more.line_items[1]?.total)).toBeCloseTo(Number(bought?.total) * 1.5, 1)
    expect(more.line_items[0]).toEqual(kept)
  },
)

test('a product added at prices read otherwise is refused if its amount is too large', async () => {
  const { tin } = await reset()
  current.pricing = { ...recordedPricing, pricesIncludeTax: false }
  const { id } = await make({ line_items: [line(tin, 1)] })
  current.pricing = { ...recordedPricing, pricesIncludeTax: true }
  const pot = await addProduct(db, 5, 2_000_000_000)
  expect(await refused('PUT', `/${id}`, { line_items: [line(pot, 1_000_000)] })).toMatchObject({ status: 400 })
})

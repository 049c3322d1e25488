import { and, eq, ne, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { terms } from '../../../../things/entries/terms.table.ts'
import { products } from '../../catalog.table.ts'
import { openTestProducts } from './open-test-products.ts'

const { call, change, db, make } = await openTestProducts()

const size = (options: readonly string[]) => [{ name: 'Size', variation: true, options }]
const variation = (option: string) => ({ regular_price: '5', attributes: [{ name: 'Size', option }] })
const statuses = async (work: readonly Promise<{ status: number; json: { code: string } }>[]) =>
  (await Promise.all(work)).filter(({ status }) => status >= 500).map(({ status, json }) => [status, json.code])

test('a product that is deleted while it is saved, linked and given variations costs no request an error of the shop', async () => {
  const failed: unknown[] = []
  for (let round = 0; round < 15; round += 1) {
    const tea = await make({ name: `Round ${round}`, type: 'variable', attributes: size(['S', 'L']) })
    const path = `/${tea.id}/variations`
    for (const option of ['S', 'L']) await call('POST', path, variation(option))
    const group = await make({ type: 'grouped', grouped_products: [tea.id] })
    const fan = await make({ upsell_ids: [tea.id], cross_sell_ids: [tea.id] })
    const listed = (await call('GET', path)).json as unknown as { id: number }[]
    failed.push(
      ...(await statuses([
        change(tea.id, { name: `Renamed ${round}`, attributes: size(['S']), upsell_ids: [fan.id] }),
        change(group.id, { grouped_products: [fan.id, tea.id] }),
        change(fan.id, { upsell_ids: [tea.id, group.id], cross_sell_ids: [] }),
        call('POST', `${path}/batch`, {
          update: listed.map(({ id }) => ({ id, manage_stock: true, stock_quantity: 3 })),
        }),
        call('POST', path, variation('S')),
        call('DELETE', `/${tea.id}`),
        call('DELETE', `/${tea.id}?force=true`),
        call('POST', '', { name: `Late ${round}`, upsell_ids: [tea.id] }),
        change(fan.id, { name: `Fan ${round}`, cross_sell_ids: [tea.id] }),
        change(tea.id, { stock_quantity: 3, manage_stock: true }),
      ])),
    )
  }
  expect(failed).toEqual([])
})

test('a shipping class that is deleted while products are saved with it costs no request an error of the shop', async () => {
  const failed: unknown[] = []
  for (let round = 0; round < 10; round += 1) {
    const { json: bulky } = await call('POST', '/shipping_classes', { name: `Bulky ${round}` })
    const fields = { shipping_class: bulky.slug }
    const teas = [await make(), await make(), await make()]
    const path = `/shipping_classes/${bulky.id}`
    failed.push(
      ...(await statuses([
        ...teas.flatMap(({ id }) => [change(id, fields), change(id, { ...fields, name: 'Again' })]),
        call('PUT', path, { slug: `moved-${round}` }),
        call('DELETE', `${path}?force=true`),
        ...teas.map(({ id }) => change(id, fields)),
      ])),
    )
  }
  expect(failed).toEqual([])
  const classes = db.select({ slug: terms.slug }).from(terms).where(eq(terms.taxonomy, 'product_shipping_class'))
  const isClassed = and(ne(products.shippingClass, ''), notInArray(products.shippingClass, classes))
  expect(await db.$count(products, isClassed)).toBe(0)
})

import { expect, test } from 'vitest'
import { openTestProducts } from './open-test-products.ts'

const { call, change, make } = await openTestProducts()

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

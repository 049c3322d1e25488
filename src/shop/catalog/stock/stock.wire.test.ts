import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, SHOP_URL } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { allocateStock } from '../../inventory/stock.store.ts'
import { stockLevels, stockMovements } from '../../inventory/stock.table.ts'
import { saveProduct } from '../save-product.ts'
import type { CountJson, StockJson } from './stock.rest.ts'

const now = new Date('2026-11-26T12:00:00Z')
const { app, db, pool, shop } = await openShop({ now: () => now, settings: { lowStockThreshold: 2 } })
const { simple, soldOut, variable, sizes } = referenceIds
const size = sizes['100-g']
const manager = await createSignedInUser(shop, 'shop_manager')
const editor = await createSignedInUser(shop, 'editor')

beforeEach(async () => {
  await pool.query('truncate emails cascade')
  for (const [id, onHand] of [
    [simple, 10],
    [soldOut, 0],
    [size, 4],
  ] as const)
    await db.transaction((tx) =>
      saveProduct(
        tx,
        { id, type: id === size ? 'variation' : 'simple', stock: { tracksInventory: true, onHand } },
        { now },
      ),
    )
})

async function list(query = '') {
  const answer = await app.request(`/wp-json/samovar/v1/stock${query}`, { headers: manager.headers })
  expect(answer.status).toBe(200)
  return { rows: (await answer.json()) as StockJson[], total: Number(answer.headers.get('x-wp-total')) }
}
const rowOf = async (id: number) => {
  const row = (await list('?per_page=100')).rows.find((one) => one.id === id)
  if (!row) throw new Error(`${id} is not listed`)
  return row
}
const send = (counts: unknown, headers: Record<string, string> = manager.headers) =>
  app.request('/wp-json/samovar/v1/stock', {
    method: 'POST',
    body: JSON.stringify({ counts }),
    headers: { 'content-type': 'application/json', origin: SHOP_URL, ...headers },
  })
async function count(counts: unknown): Promise<CountJson[]> {
  const answer = await send(counts)
  expect(answer.status).toBe(200)
  return (await answer.json()) as CountJson[]
}
const onHand = async (id: number) =>
  (await db.select().from(stockLevels).where(eq(stockLevels.productId, id)))[0]?.onHand
async function sell(id: number, quantity: number): Promise<void> {
  const { id: orderId } = await writeOrder(db)
  await db.transaction((tx) => allocateStock(tx, orderId, [{ productId: id, quantity }]))
}

describe('what is counted', () => {
  test('products and variations with counted stock are listed by name, with what is low or out', async () => {
    const { rows, total } = await list('?per_page=100')
    expect(rows.length).toBe(total)
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([simple, soldOut, size]))
    expect(rows.map(({ id }) => id)).not.toContain(variable)
    const names = rows.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    expect(await rowOf(size)).toMatchObject({ on_hand: 4, is_low: false, choices: expect.stringMatching(/100/) })
    expect((await list('?level=out')).rows.map(({ id }) => id)).toContain(soldOut)
    expect((await list('?level=low&per_page=100')).rows.every((row) => row.is_low)).toBe(true)
    expect((await list('?per_page=1&page=2')).rows).toHaveLength(1)
  })

  test('a name, the beginning of an SKU, or a code finds them; an exact code comes first', async () => {
    await pool.query(`update products set sku = 'XTEA-1', gtin = '4006381333931' where id = $1`, [simple])
    await pool.query(`update products set sku = 'XTEA-10' where id = $1`, [soldOut])
    expect((await list('?search=xtea-1')).rows.map(({ id }) => id)).toEqual(expect.arrayContaining([simple, soldOut]))
    expect((await list('?search=XTEA-1')).rows[0]?.id).toBe(simple)
    expect((await list('?search=4006381333931')).rows.map(({ id }) => id)).toEqual([simple])
    const { name } = await rowOf(simple)
    expect((await list(`?search=${encodeURIComponent(name.slice(2).toUpperCase())}`)).rows[0]?.id).toBe(simple)
    await pool.query(`update entries set title = 'Renamed 100% tea' where id = $1`, [variable])
    expect((await list('?search=100%25')).rows.map((row) => row.name)).toContain('Renamed 100% tea')
    await pool.query(`update entries set title = 'Café crème' where id = $1`, [variable])
    expect((await list('?search=CAFE%20creme')).rows.map((row) => row.name)).toContain('Café crème')
    expect((await list(`?search=${encodeURIComponent(`' or 1=1 --`)}`)).total).toBe(0)
  })

  test('a category lists what is in it or below it, with variations', async () => {
    const { rows } = await pool.query<{ above: number; id: number }>(
      `with above as (insert into terms (taxonomy, slug, name) values ('product_cat', 'above-' || random(), 'Above') returning id)
       insert into terms (taxonomy, slug, name, parent_id) select 'product_cat', 'below-' || random(), 'Below', id from above
       returning id, parent_id as above`,
    )
    const { id, above } = rows[0] ?? { id: 0, above: 0 }
    await pool.query('insert into entry_terms (entry_id, term_id) values ($1, $2)', [variable, id])
    expect((await list(`?category=${above}`)).rows.map((row) => row.id)).toContain(size)
    expect((await list(`?category=${above}`)).rows.map((row) => row.id)).not.toContain(simple)
  })
})

describe('counts', () => {
  test('a sale between reading and saving stays, and what came in is added', async () => {
    const [tea, sized] = [await rowOf(simple), await rowOf(size)]
    await sell(simple, 3)
    const answers = await count([
      { id: simple, since: tea.since, expected: tea.on_hand, counted: 12 },
      { id: size, since: sized.since, received: 12 },
    ])
    expect(answers).toEqual([
      { id: simple, before: 7, after: 9 },
      { id: size, before: 4, after: 16 },
    ])
    expect([await onHand(simple), await onHand(size)]).toEqual([9, 16])
    const moves = await db.select().from(stockMovements).where(eq(stockMovements.productId, size))
    expect(moves.at(-1)).toMatchObject({ delta: 12, reason: 'adjusted' })
  })

  test('sent twice, or by two people at once, it is added once', async () => {
    const { since, on_hand: expected } = await rowOf(simple)
    const received = [{ id: simple, since, received: 12 }]
    const [one, two] = await Promise.all([count(received), count(received)])
    expect([one, two].filter(([answer]) => answer && 'error' in answer)).toHaveLength(1)
    expect(await onHand(simple)).toBe(22)
    const [again] = await count([{ id: simple, since, expected, counted: 12 }])
    const fresh = await rowOf(simple)
    expect(again).toMatchObject({
      error: { code: 'samovar_rest_stock_changed', data: { status: 409, on_hand: 22, since: fresh.since } },
    })
    expect(await count([{ id: simple, since: fresh.since, expected: 22, counted: 22 }])).toEqual([
      { id: simple, before: 22, after: 22 },
    ])
  })

  test('one that is refused leaves the others saved', async () => {
    const [tea, sized] = [await rowOf(simple), await rowOf(size)]
    await sell(simple, 9)
    const answers = await count([
      { id: simple, since: tea.since, expected: 10, counted: 5 },
      { id: size, since: sized.since, expected: 4, counted: 6 },
      { id: variable, since: 0, received: 1 },
      { id: 999_999, since: 0, received: 1 },
    ])
    expect(answers).toMatchObject([
      { error: { code: 'samovar_rest_stock_out_of_range', data: { on_hand: 1 } } },
      { before: 4, after: 6 },
      { error: { data: { status: 404 } } },
      { error: { data: { status: 404 } } },
    ])
    expect(await onHand(simple)).toBe(1)
  })

  test('the owner is told of what is low, pages show what is back, and the version of the product stays', async () => {
    const versionOf = async () =>
      (await pool.query<{ version: number }>('select version from entries where id = $1', [simple])).rows[0]?.version
    const before = await versionOf()
    const [tea, none] = [await rowOf(simple), await rowOf(soldOut)]
    await count([
      { id: simple, since: tea.since, expected: 10, counted: 2 },
      { id: soldOut, since: none.since, expected: 0, counted: 7 },
    ])
    expect((await db.select().from(emails)).map((email) => email.template)).toEqual(['low-stock'])
    const { rows } = await db.execute(sql`select stock_status from products where id = ${soldOut}`)
    expect(rows).toEqual([{ stock_status: 'instock' }])
    expect(await versionOf()).toBe(before)
  })
})

test('others are refused, and nonsense is an error of the caller', async () => {
  expect((await app.request('/wp-json/samovar/v1/stock')).status).toBe(401)
  expect((await app.request('/wp-json/samovar/v1/stock', { headers: editor.headers })).status).toBe(403)
  expect((await send([{ id: simple, since: 0, received: 1 }], editor.headers)).status).toBe(403)
  expect((await send([{ id: simple, since: 0, received: 1 }], {})).status).toBe(401)
  const one = { id: simple, since: 0, received: 1 }
  const bad: unknown[] = [null, 'x', [], {}, [null], [[one]], [{ id: simple }], [one, one], Array(501).fill(one)]
  const values = [-1, 1.5, '1x', null, 1e10, Number.MAX_SAFE_INTEGER, {}, [1], true, 'Infinity']
  for (const value of values)
    bad.push(
      [{ ...one, id: value }],
      [{ id: simple, since: 0, counted: value, expected: 1 }],
      [{ ...one, since: value }],
    )
  bad.push([{ ...one, received: 1e9 }], [{ id: simple, since: 0, counted: 1, expected: -1 }])
  for (const counts of bad)
    expect([JSON.stringify(counts)?.slice(0, 80), (await send(counts)).status]).toEqual([expect.anything(), 400])
  for (const query of [
    '?category=-1',
    '?search=%00',
    '?category=9e9',
    '?level=x',
    '?page=0',
    '?per_page=101',
    '?orderby=id',
    '?order=x',
  ])
    expect((await app.request(`/wp-json/samovar/v1/stock${query}`, { headers: manager.headers })).status).toBe(400)
  expect(await onHand(simple)).toBe(10)
})

import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'

const { app, shop, pool } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const read = async (query: string, { headers } = owner) => {
  const answer = await app.request(`/wp-json/samovar/v1/products?${query}`, { headers })
  return { status: answer.status, json: await answer.json() }
}

test('names of products are read whatever their status, and deleted ones are missing', async () => {
  const { rows } = await pool.query<{ id: number; title: string }>(
    "select id, title from entries where kind = 'product' order by id limit 2",
  )
  const [draft, published] = rows
  await pool.query("update entries set status = 'draft' where id = $1", [draft?.id])
  expect((await read(`include=${draft?.id},${published?.id},99999999`)).json).toEqual([
    { id: draft?.id, name: draft?.title, status: 'draft' },
    { id: published?.id, name: published?.title, status: 'publish' },
  ])
  expect((await read('')).json).toEqual([])
})

test('a variation has the name of its product, and its status if that is not published', async () => {
  const { rows } = await pool.query<{ id: number; parent: number; title: string }>(
    `select products.id, parent.id as parent, parent.title from products join entries parent on parent.id = products.parent_id
      where parent.status = 'publish' limit 1`,
  )
  const [variation] = rows
  await pool.query("update entries set status = 'trash' where id = $1", [variation?.parent])
  expect((await read(`include=${variation?.id}`)).json).toEqual([
    { id: variation?.id, name: variation?.title, status: 'trash' },
  ])
})

test('[ACC-03] names of products are for those who may change their texts', async () => {
  expect((await read('include=1', editor)).status).toBe(200)
  expect((await read('include=1', customer)).status).toBe(403)
})

import { expect } from 'vitest'
import { jsonClient } from '../../../../../test/support/json-client.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { digestShop } from '../../../../../test/wire/shop-digest.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { attributes } from '../../catalog.table.ts'
import type { ProductJson } from './product-json.ts'

export type Json = ProductJson & { code: string; message: string; data: Record<string, unknown> } & Record<
    string,
    unknown
  >

/** The reference shop, and what its API of products takes and answers. */
export async function openTestProducts() {
  const { app, shop, db, databaseUrl } = await openShop()
  const manager = await createSignedInUser(shop, 'shop_manager')
  const editor = await createSignedInUser(shop, 'editor')
  const base = '/wp-json/wc/v3/products'

  const call = jsonClient<Json>(app, base, manager)
  let made = 0
  async function make(fields: object = {}): Promise<Json> {
    made += 1
    const { status, json } = await call('POST', '', { name: `Tea ${made}`, regular_price: '12.50', ...fields })
    expect([status, status === 201 ? '' : json]).toEqual([201, ''])
    return json
  }
  const change = async (id: number, fields: object, who = manager) => call('PUT', `/${id}`, fields, who)
  const read = async (id: number) => (await call('GET', `/${id}?context=edit`)).json
  const everything = async () => [
    await digestShop(db),
    await db.select().from(attributes),
    await db.select().from(terms),
  ]

  return { app, shop, db, databaseUrl, manager, editor, base, call, make, change, read, everything }
}

/** Zones were in a setting once, and two of them could have methods of the same number. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../test/support/database.ts'

const { db } = await createTestDatabase()
const folder = join(import.meta.dirname, 'migrations')
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
const [move = ''] = texts.flatMap(
  (text) => /^DO \$\$(?:(?!^END)[^])*INTO shipping_zones[^]*?^END \$\$;/m.exec(text)?.[0] ?? [],
)
const rows = async () => ({
  zones: (await db.execute(sql`select name, locations from shipping_zones order by position`)).rows,
  methods: (await db.execute(sql`select id, kind, settings from shipping_methods order by zone_id, position`)).rows,
})

test('a shop without the setting gets what it had, a new one gets nothing', async () => {
  await db.execute(sql.raw(move))
  expect(await rows()).toEqual({ zones: [], methods: [] })
  await db.execute(sql`insert into entries (kind, slug, title) values ('page', 'cart', 'Cart')`)
  await db.execute(sql.raw(move))
  const after = await rows()
  expect(after.zones).toEqual([{ name: 'Canada', locations: [{ type: 'country', code: 'CA' }] }])
  expect(after.methods).toMatchObject([
    { id: 2, kind: 'free_shipping', settings: { requires: 'either', min_amount: '75.00' } },
    { id: 1, kind: 'flat_rate', settings: { title: 'Flat rate', cost: '9.95' } },
  ])
  await db.execute(sql`delete from shipping_zones`)
})

test('zones of the setting become rows, each method with a number of its own', async () => {
  await db.execute(
    sql`insert into terms (id, taxonomy, slug, name) values (7, 'product_shipping_class', 'bulky', 'Bulky')`,
  )
  const flat = { kind: 'flat_rate', instanceId: 1, title: 'Post', costCents: 995, taxable: false }
  const formula = {
    ...flat,
    cost: '5 + [qty]',
    classCosts: { bulky: '3', '': '1', gone: '9' },
    classRule: 'most-expensive',
  }
  const value = {
    zones: [
      { name: 'Ontario', countries: ['CA'], states: ['ON'], postcodes: ['M5*'], methods: [flat] },
      { name: 'Everywhere', countries: ['*'], methods: [formula] },
    ],
  }
  await db.execute(sql`insert into settings (name, value) values ('shipping', ${JSON.stringify(value)}::jsonb)`)
  await db.execute(sql.raw(move))
  const { zones, methods } = await rows()
  expect(zones).toEqual([
    {
      name: 'Ontario',
      locations: [
        { type: 'state', code: 'CA:ON' },
        { type: 'postcode', code: 'M5*' },
      ],
    },
    { name: 'Everywhere', locations: [] },
  ])
  const common = { title: 'Post', tax_status: 'none' }
  expect(methods).toEqual([
    { id: 1, kind: 'flat_rate', settings: { ...common, cost: '9.95' } },
    {
      id: 2,
      kind: 'flat_rate',
      settings: { ...common, cost: '5 + [qty]', type: 'order', no_class_cost: '1', class_cost_7: '3' },
    },
  ])
  expect((await db.execute(sql`select from settings where name = 'shipping'`)).rows).toEqual([])
})

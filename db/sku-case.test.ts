/** SKUs that earlier versions took as different because of their letter case survive the migration. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { saveProduct } from '../src/shop/catalog/save-product.ts'
import { createTestDatabase } from '../test/support/database.ts'

const { db, pool } = await createTestDatabase()
const migrations = resolve(import.meta.dirname, 'migrations')
const earlier = await mkdtemp(join(tmpdir(), 'samovar-migrations-'))
afterAll(() => rm(earlier, { recursive: true }))

const now = new Date('2026-11-20T12:00:00Z')

/** The database as the version before left it. */
async function goBack() {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const change = names.find((name) => name.endsWith('_sku_case.sql')) ?? ''
  for (const name of names.filter((one) => one < change)) await copyFile(join(migrations, name), join(earlier, name))
  await pool.query('drop schema public cascade; create schema public')
  await migrate(pool, earlier)
}

async function skus() {
  const { rows } = await pool.query<{ sku: string | null }>('select sku from products order by id')
  return rows.map(({ sku }) => sku)
}

test('products whose SKUs differ only in letter case stay and can be saved, but no further one is made', async () => {
  await goBack()
  for (const sku of ['tea', 'TEA', 'Tea', 'cup', null, null])
    await pool.query(
      `with entry as (insert into entries (kind, slug, title, status)
         values ('product', gen_random_uuid()::text, 'Tea', 'publish') returning id)
       insert into products (id, type, sku) select id, 'simple', $1 from entry`,
      [sku],
    )
  expect(await migrate(pool, migrations)).toContainEqual(expect.stringMatching(/_sku_case\.sql$/))
  expect(await skus()).toEqual(['tea', 'TEA', 'Tea', 'cup', null, null])

  const save = (id: number | undefined, sku: string) =>
    db.transaction((tx) =>
      saveProduct(tx, { ...(id ? { id } : { isNew: true }), type: 'simple', name: `Tea ${sku}`, sku }, { now }),
    )
  expect(await save(2, 'TEA')).toMatchObject({ ok: true, id: 2, outcome: 'updated' })
  expect(await save(3, 'teA')).toEqual({ ok: false, problem: { kind: 'sku-in-use', by: 1 } })
  expect(await save(undefined, 'teA')).toEqual({ ok: false, problem: { kind: 'sku-in-use', by: 1 } })
  expect(await save(2, 'pot')).toMatchObject({ ok: true })
  expect(await save(undefined, 'POT')).toEqual({ ok: false, problem: { kind: 'sku-in-use', by: 2 } })
  expect(await skus()).toEqual(['tea', 'pot', 'Tea', 'cup', null, null])
})

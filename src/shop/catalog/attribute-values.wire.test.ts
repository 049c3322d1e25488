/** One rule by which imports and the REST API find the value of an attribute that a text names. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { attributes, products } from './catalog.table.ts'
import { importProducts } from './import/import-products.ts'
import { csvOf, type Row, usual } from './import/open-test-rows.ts'
import { openTestProducts } from './rest/products/open-test-products.ts'

const { call, db } = await openTestProducts()
const folder = await mkdtemp(join(tmpdir(), 'samovar-values-'))
afterAll(() => rm(folder, { recursive: true }))

const taxonomy = 'pa_leaf'
const [attribute] = await db.insert(attributes).values({ slug: taxonomy, label: 'Leaf' }).returning()
const values = [
  ['50 g', '50-g'],
  ['Black', 'schwarz'],
  ['schwarz', 'schwarz-2'],
  ['Green', 'green'],
  ['green', 'green-2'],
] as const
await db.insert(terms).values(values.map(([name, slug], position) => ({ taxonomy, name, slug, position })))

/** What is sent, and the slug of the value that it names. */
const named = [
  ['50 g', '50-g'],
  ['50 G', '50-g'],
  ['  50   g ', '50-g'],
  ['50-g', '50-g'],
  ['black', 'schwarz'],
  ['schwarz', 'schwarz-2'],
  ['schwarz-2', 'schwarz-2'],
  ['Green', 'green'],
  ['green', 'green-2'],
  ['GREEN', 'green'],
  ['green-2', 'green-2'],
] as const

async function importRow(row: Row): Promise<void> {
  const path = join(folder, 'products.csv')
  await writeFile(path, csvOf([{ ...usual, 'Attribute 1 name': 'Leaf', 'Attribute 1 global': '1', ...row }]))
  const { rejects } = await importProducts(db, path, { now: new Date('2026-11-20T12:00:00Z') })
  expect(rejects).toEqual([])
}

const ofSku = async (sku: string) => (await db.select().from(products).where(eq(products.sku, sku)))[0]

async function valuesOf(sku: string): Promise<string[]> {
  const rows = await db
    .select({ slug: terms.slug })
    .from(entryTerms)
    .innerJoin(terms, eq(terms.id, entryTerms.termId))
    .where(and(eq(terms.taxonomy, taxonomy), eq(entryTerms.entryId, (await ofSku(sku))?.id ?? 0)))
  return rows.map(({ slug }) => slug)
}

test.each(named)('“%s” as the value of a product and its default is “%s”', async (text, slug) => {
  const sku = crypto.randomUUID()
  const id = attribute?.id
  const { status } = await call('POST', '', {
    name: 'By REST',
    sku: `R-${sku}`,
    attributes: [{ id, options: [text] }],
    default_attributes: [{ id, option: text }],
  })
  expect(status).toBe(201)
  await importRow({
    Name: 'By import',
    SKU: `I-${sku}`,
    'Attribute 1 value(s)': text,
    'Attribute 1 default': text,
  })
  expect([await valuesOf(`R-${sku}`), await valuesOf(`I-${sku}`)]).toEqual([[slug], [slug]])
})

test.each(named)('“%s” as the value of a variation is “%s”', async (text, slug) => {
  const parent = crypto.randomUUID()
  const { json } = await call('POST', '', {
    name: 'With variations',
    type: 'variable',
    sku: parent,
    attributes: [{ id: attribute?.id, options: values.map(([name]) => name), variation: true }],
  })
  const path = `/${json.id}/variations`
  const made = await call('POST', path, { sku: `R-${parent}`, attributes: [{ id: attribute?.id, option: text }] })
  expect(made.status).toBe(201)
  expect((await ofSku(`R-${parent}`))?.choices).toEqual({ [taxonomy]: slug })
  await call('DELETE', `${path}/${made.json.id}?force=true`)
  await importRow({ Type: 'variation', SKU: `I-${parent}`, Parent: parent, 'Attribute 1 value(s)': text })
  expect((await ofSku(`I-${parent}`))?.choices).toEqual({ [taxonomy]: slug })
})

test('variations for all values are made even if a value has the slug of another one as its name', async () => {
  const { json } = await call('POST', '', {
    name: 'With all variations',
    type: 'variable',
    attributes: [{ id: attribute?.id, options: ['Black', 'schwarz'], variation: true }],
  })
  const generated = await call('POST', `/${json.id}/variations/generate`, {})
  expect(generated.json).toMatchObject({ count: 2 })
})

test('a text that names no value becomes one, of a product only', async () => {
  const id = attribute?.id
  await call('POST', '', { name: 'By REST', sku: 'R-NEW', attributes: [{ id, options: ['Oolong'] }] })
  await importRow({ Name: 'By import', SKU: 'I-NEW', 'Attribute 1 value(s)': 'oolong' })
  expect([await valuesOf('R-NEW'), await valuesOf('I-NEW')]).toEqual([['oolong'], ['oolong']])
})

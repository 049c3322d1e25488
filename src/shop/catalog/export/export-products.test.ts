import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { media } from '../../../things/media/media.table.ts'
import { attributes, products } from '../catalog.table.ts'
import { importProducts } from '../import/import-products.ts'
import type { ProductInput } from '../product-record.ts'
import { saveProducts } from '../save-product.ts'
import { type ExportFilter, exportProducts } from './export-products.ts'

const { db } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'samovar-export-'))
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-12-24T12:00:00Z')
const url = 'https://tea.example'
const recorded = new URL('../../../../test/recorded/woocommerce/products-export.csv', import.meta.url)

const clear = () => db.execute(sql`truncate entries, terms, attributes, media restart identity cascade`)
beforeEach(clear)
afterAll(() => rm(folder, { recursive: true }))

const textOf = async (filter: ExportFilter = { withMeta: true }) => {
  const parts: string[] = []
  for await (const part of exportProducts(db, url, filter)) parts.push(part)
  return parts.join('')
}
const rowsOf = (text: string) => parse(text, { columns: true, bom: true }) as Record<string, string>[]
async function importText(text: string) {
  const path = join(folder, 'products.csv')
  await writeFile(path, text)
  return importProducts(db, path, { now: later, url })
}
async function everything() {
  const tables = ['entries', 'products', 'product_links', 'stock_levels', 'stock_movements', 'entry_terms']
  const names = [...tables, 'product_attributes', 'terms', 'attributes', 'media', 'entry_media']
  const dumps = []
  for (const name of names) dumps.push((await db.execute(sql.raw(`select * from ${name} order by 1, 2`))).rows)
  return dumps
}
async function expectNothingChanges() {
  const before = await everything()
  const text = await textOf()
  const report = await importText(text)
  expect(report.rejects).toEqual([])
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: report.rows })
  expect(await everything()).toEqual(before)
  expect(await textOf()).toBe(text)
  return report
}

test('the recorded export comes back as it was: headings, quotes, mark, and the values this shop has a place for', async () => {
  const source = await readFile(recorded, 'utf8')
  const report = await importText(source)
  expect(report.rejects).toEqual([])
  const text = await textOf()
  const [heading = ''] = text.split('\n', 1)
  const [recordedHeading = ''] = source.split('\n', 1)
  expect(heading.split(',').sort()).toEqual(recordedHeading.split(',').sort())
  expect(heading.startsWith('\uFEFFID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?"')).toBe(true)

  const byName = (rows: Record<string, string>[]) => new Map(rows.map((row) => [row.Name, row]))
  const [before, after] = [byName(rowsOf(source)), byName(rowsOf(text))]
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  // These columns differ: ids are assigned by this shop, external pictures are not downloaded, prices have cents, and
  // links refer to products without SKU by id.
  const own = ['ID', 'Images', 'Parent', 'Short description', 'Position', 'Stock', 'In stock?', 'Download 1 URL']
  const price = (row: Record<string, string>) => Number(row['Regular price'] || -1)
  for (const [name, row] of before) {
    const again = after.get(name) ?? {}
    expect([name, price(again)]).toEqual([name, price(row)])
    for (const [column, value] of Object.entries(row)) {
      if ([...own, 'Regular price', 'Sale price'].includes(column)) continue
      const shown = column === 'Brands' ? value.replaceAll('&amp;', '&') : value
      expect([name, column, again[column]]).toEqual([
        name,
        column,
        // The shop wraps a text without paragraphs in a paragraph.
        column === 'Description' && value === 'Small' ? '<p>Small</p>' : shown,
      ])
    }
  }
  await expectNothingChanges()
})

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '\n',
        '\r\n',
        ',',
        '|',
        '>',
        '<b>x</b>',
        '&',
        '&amp;',
        '\\',
        '\\n',
        '\\,',
        "'",
        '=',
        '+',
        '-',
      ),
      fc.constantFrom('@', '\t', '🍵', 'Grün', ' ', '  ', ';', '\u00a0', '<', 'tea', '12', '-1', '%00', '${x}', '#'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const name = text.map((part) => `${part}~`.replace(/\s+/g, ' ').slice(0, 150))
const odd = fc.record({
  name,
  content: text,
  excerpt: text,
  purchaseNote: text,
  sku: fc.option(text.map((part) => part.replaceAll(/\r\n?/g, '\n').trim())),
  category: name,
  below: name,
  tag: name,
  brand: name,
  shippingClass: name,
  label: name,
  local: name,
  values: fc.uniqueArray(name, { minLength: 1, maxLength: 3, selector: (one) => one.trim().toLowerCase() }),
  meta: fc.array(fc.tuple(fc.constantFrom('a', 'A', 'b: c', '_x'), fc.oneof(text, fc.integer(), fc.boolean()))),
  saleFrom: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  sizes: fc.double({ min: 0, max: 99_999, noNaN: true }).map((size) => Math.round(size * 1000) / 1000),
  status: fc.constantFrom('publish' as const, 'private' as const, 'draft' as const, 'pending' as const),
})

test('an export that is imported changes nothing, whatever the texts', { timeout: 120_000 }, async () => {
  let number = 0
  const termOf = async (taxonomy: string, named: string, parentId: number | null = null) => {
    number += 1
    const [row] = await db
      .insert(terms)
      .values({ taxonomy, name: named, slug: `t${number}`, parentId })
      .returning({ id: terms.id, slug: terms.slug })
    return row ?? { id: 0, slug: '' }
  }
  const attributeOf = async (label: string, isLocal: boolean) => {
    number += 1
    const slug = `pa_a${number}`
    const [row] = await db.insert(attributes).values({ slug, label, isLocal }).returning({ id: attributes.id })
    return { id: row?.id ?? 0, slug }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 4 }), async (all) => {
      await clear()
      const taken = new Set<string>()
      const isFree = (key: string) => !taken.has(key) && taken.add(key)
      for (const [index, one] of all.entries()) {
        const unique = `${index}`
        const category = await termOf('product_cat', unique + one.category)
        const below = await termOf('product_cat', one.below, category.id)
        const shared = await attributeOf(unique + one.label, false)
        const own = await attributeOf(one.local, true)
        const values: { id: number; slug: string }[] = []
        for (const value of one.values) values.push(await termOf(own.slug, value))
        const pictures = await db
          .insert(media)
          .values(
            ['p', 'q'].map((name) => ({
              path: `2026/11/${name}${number}.webp`,
              mime: 'image/webp',
              width: 1,
              height: 1,
              bytes: 1,
            })),
          )
          .returning({ id: media.id })
        const pictureIds = pictures.map(({ id }) => id)
        const sku = one.sku && isFree(one.sku) ? one.sku : null
        const common = { purchaseNote: one.purchaseNote, content: one.content, status: one.status }
        const input: ProductInput = {
          ...common,
          type: 'variable',
          sku,
          name: unique + one.name,
          excerpt: one.excerpt,
          categoryIds: [category.id, below.id],
          tagIds: [(await termOf('product_tag', unique + one.tag)).id],
          brandIds: [(await termOf('product_brand', unique + one.brand)).id],
          shippingClass: (await termOf('product_shipping_class', unique + one.shippingClass)).slug,
          pictureIds,
          meta: one.meta.map(([key, value], at) => ({ id: at + 1, key, value })),
          attributes: [
            { attributeId: shared.id, termIds: [(await termOf(shared.slug, 'x')).id] },
            {
              attributeId: own.id,
              termIds: values.map(({ id }) => id),
              isForVariations: true,
              defaultSlug: values[0]?.slug ?? null,
            },
          ],
          lengthCm: one.sizes,
        }
        await db.transaction(async (tx) => {
          const [parent] = await saveProducts(tx, [input], { now })
          if (!parent?.ok) throw new Error('Not saved')
          const variations = values.map(({ slug }, at) => ({
            type: 'variation' as const,
            parentId: parent.id,
            content: one.content,
            choices: { [own.slug]: slug },
            regularPriceCents: 1000 + at,
            salePriceCents: 900,
            saleFrom: one.saleFrom,
            stock: at === 0 ? { tracksInventory: true, onHand: at + 3, backorders: 'notify' as const } : {},
            upSellIds: [parent.id],
            pictureIds,
          }))
          const saved = await saveProducts(tx, variations, { now })
          if (saved.some(({ ok }) => !ok)) throw new Error('Not saved')
        })
      }
      await expectNothingChanges()
    }),
    { numRuns: 25 },
  )
})

test('filters choose products with their variations, and columns; the trash is never exported', async () => {
  await importText(await readFile(recorded, 'utf8'))
  const names = async (filter: ExportFilter) => rowsOf(await textOf(filter)).map((row) => row.Name)
  expect(await names({ statuses: ['draft'] })).toEqual(['Draft tea'])
  expect(await names({ types: ['external', 'grouped'] })).toEqual(['Breakfast set', 'Teapot elsewhere'])
  const [herbal] = (await db.execute<{ id: number }>(sql`select id from terms where name = 'Herbal'`)).rows
  expect(await names({ categoryIds: [herbal?.id ?? 0] })).toHaveLength(4)
  const chosen = await textOf({ columns: ['SKU', 'Name', 'Regular price'], types: ['external'] })
  expect(chosen).toBe('\uFEFFSKU,Name,"Regular price"\n,"Teapot elsewhere",45.00\n')
  await db.execute(sql`update entries set status = 'trash' where title = 'Sampler Reference'`)
  expect(await names({ types: ['variable', 'variation'] })).toEqual([])
})

test('cells that a spreadsheet would calculate are escaped, numbers are not', async () => {
  const path = join(folder, 'f.csv')
  await writeFile(path, `SKU,Name,Position\n"'=1+1","''@x",-3\n`)
  await importProducts(db, path, { now })
  expect(await db.select({ sku: products.sku }).from(products)).toEqual([{ sku: '=1+1' }])
  expect(await textOf({ columns: ['SKU', 'Name', 'Position'] })).toBe(`\uFEFFSKU,Name,Position\n'=1+1,''@x,-3\n`)
  await expectNothingChanges()
})

test('a category at any depth is written with all that are above it', async () => {
  const path = Array.from({ length: 60 }, (_, at) => `Level ${at}`).join(' > ')
  await importText(`Type,SKU,Name,Regular price,Categories\nsimple,deep,Deep,10,${path}\n`)
  expect(rowsOf(await textOf()).map(({ Categories }) => Categories)).toEqual([path])
  await expectNothingChanges()
})

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { terms } from '../../../things/entries/terms.table.ts'
import { later, openTestImport } from './open-test-import.ts'
import { csvOf, gen, genOf, header, reasons, sencha, sums, usual } from './open-test-rows.ts'
import { reportText } from './report.ts'

const { bySku, db, everything, importRows, importText } = await openTestImport()

describe('accepted rows', () => {
  test('a simple product with everything that an export knows of it', async () => {
    const report = await importRows([sencha])
    expect(sums(report)).toEqual({ rows: 1, created: 1, updated: 0, unchanged: 0, rejected: 0 })
    const product = await bySku('sencha')
    expect(product).toMatchObject({
      type: 'simple',
      name: 'Sencha “Asamushi” Grün',
      slug: 'sencha-asamushi-grun',
      status: 'publish',
      regularPriceCents: 1850,
      salePriceCents: 1500,
      taxClass: 'grocery',
      isTaxable: true,
      weightGrams: 120,
      shippingClass: 'glass-and-clay',
      saleFrom: new Date('2026-11-01T04:00:00Z'),
      saleUntil: new Date('2026-12-01T05:00:00Z'),
      excerpt: '<p>Green &amp; steamed.</p>',
      content: '<p>First line.<br>\nSecond.</p>\n<p>New <b>paragraph</b>.</p>',
      stock: { tracksInventory: true, onHand: 12, backorders: 'no' },
    })
    expect(product?.categories.map((term) => term.name)).toEqual(['Green', 'Gifts'])
    expect(product?.tags.map((term) => term.name).sort()).toEqual(['deep, dark', 'spring'])
    expect(product?.attributes).toMatchObject([{ slug: 'pa_origin', label: 'Origin', isForVariations: false }])
    expect(report).toMatchObject({
      newTerms: { categories: 3, tags: 2, attributes: 1, values: 1 },
      pictures: { named: 1, added: 0, notFound: 1 },
    })
  })

  test('variations may precede or follow their product, by SKU or by ID, and an empty value means any', async () => {
    const report = await importRows([
      genOf('50 g', { Stock: '', 'In stock?': '0' }),
      gen,
      genOf('100 g', { Parent: 'id:44', 'Regular price': '21' }),
    ])
    expect(reasons(report)).toEqual([])
    const product = await bySku('gen')
    expect(product).toMatchObject({ type: 'variable', regularPriceCents: null })
    expect(product?.attributes).toMatchObject([
      { slug: 'pa_size', isForVariations: true, defaultSlug: '50-g' },
      { slug: 'pa_origin', isForVariations: false, defaultSlug: null },
    ])
    expect(
      product?.variations.map((one) => [one.sku, one.choices, one.stock.tracksInventory, one.stock.status]),
    ).toEqual([
      ['gen-50 g', { pa_size: '50-g' }, false, 'outofstock'],
      ['gen-100 g', { pa_size: '100-g' }, true, 'instock'],
    ])
    const any = await importRows([genOf('', { SKU: 'gen-any', 'Attribute 1 value(s)': '' })])
    expect(reasons(any)).toEqual([])
    expect((await bySku('gen'))?.variations.at(-1)?.choices).toEqual({ pa_size: '' })
  })

  test.each([
    ['50-g, 100-g', '50 g'],
    ['50 g, 100 g', '50-g'],
    ['5oz', '5 oz'],
    ['Half pound', 'hlb'],
  ])('values %s and the default %s meet by name or slug', async (values, chosen) => {
    await importRows([gen])
    await db.execute(`insert into terms (taxonomy, slug, name)
      values ('pa_size', '5oz', '5 oz'), ('pa_size', 'hlb', 'Half pound') on conflict do nothing`)
    const row = { ...gen, SKU: `by ${chosen}`, Name: `By ${chosen}`, 'Attribute 1 value(s)': values }
    expect(reasons(await importRows([{ ...row, 'Attribute 1 default': chosen }]))).toEqual([])
    const [size] = (await bySku(row.SKU))?.attributes ?? []
    expect(size).toMatchObject({ slug: 'pa_size', defaultSlug: { '5 oz': '5oz', hlb: 'hlb' }[chosen] ?? '50-g' })
  })

  test('values that are new as slugs meet a default that is their name', async () => {
    const names = {
      'Attribute 1 name': 'Roast',
      'Attribute 1 value(s)': 'dark-roast, light',
      'Attribute 1 global': '1',
    }
    expect(
      reasons(await importRows([{ ...gen, SKU: 'r', Name: 'R', ...names, 'Attribute 1 default': 'Dark roast' }])),
    ).toEqual([])
    expect((await bySku('r'))?.attributes[0]).toMatchObject({ slug: 'pa_roast', defaultSlug: 'dark-roast' })
  })

  test('a variation takes the tax class of its product', async () => {
    await importRows([{ ...gen, 'Tax class': 'zero-rate' }, genOf('50 g', { 'Tax class': 'parent' })])
    expect((await bySku('gen'))?.variations[0]?.taxClass).toBe('grocery')
  })

  test('columns in any order and any capitals, semicolons, a mark in front, Windows line ends', async () => {
    const text = '\uFEFFregular PRICE;sku;NAME;Mystery\r\n12.5;cup;"A ""cup"" for\r\nGrüße";x\r\n\r\n;;;\r\n'
    const report = await importText(text)
    expect(sums(report)).toMatchObject({ rows: 1, created: 1 })
    expect(report.columns.unknown).toEqual(['Mystery'])
    expect(await bySku('cup')).toMatchObject({ name: 'A "cup" for Grüße', regularPriceCents: 1250 })
  })

  test('unsupported columns are counted', async () => {
    const report = await importText(csvOf([{ ...sencha, 'Cost of goods': '3' }], [...header, 'Cost of goods']))
    expect(report.columns.unsupported).toEqual([{ name: 'Cost of goods', rows: 1 }])
    expect(reportText(report)).toContain('No place for: Cost of goods (1 rows)')
  })

  test('descriptions are sanitized', async () => {
    const evil = '<p onclick="x()">Hi<script>alert(1)</script><img onerror=y><a href="javascript:z">k</a></p>'
    await importRows([{ ...sencha, Description: evil, Name: '<b>Tea</b> &amp; <script>x</script>cup' }])
    expect(await bySku('sencha')).toMatchObject({ content: '<p>Hi<a>k</a></p>', name: 'Tea & cup' })
  })

  test('missing columns leave their fields unchanged', async () => {
    await importRows([sencha, gen, genOf('50 g')])
    const report = await importText('SKU,Regular price,Stock\nsencha,19,\ngen-50 g,13,7\n')
    expect(sums(report)).toEqual({ rows: 2, created: 0, updated: 2, unchanged: 0, rejected: 0 })
    expect(await bySku('sencha')).toMatchObject({
      name: 'Sencha “Asamushi” Grün',
      regularPriceCents: 1900,
      salePriceCents: 1500,
      stock: { tracksInventory: false },
    })
    const [small] = (await bySku('gen'))?.variations ?? []
    expect(small).toMatchObject({ regularPriceCents: 1300, choices: { pa_size: '50-g' }, stock: { onHand: 7 } })
  })

  test('without SKU a product is matched by name, a variation by its attributes', async () => {
    const rows = [
      { ...usual, ID: '7', Name: 'Gift card' },
      { ...gen, SKU: '' },
      genOf('50 g', { SKU: '', Parent: 'id:44' }),
    ]
    expect(sums(await importRows(rows))).toMatchObject({ rows: 3, created: 3 })
    expect(sums(await importRows(rows))).toMatchObject({ rows: 3, unchanged: 3 })
    const dearer = rows.map((row) => (row.Type === 'variable' ? row : { ...row, 'Regular price': '11' }))
    expect(sums(await importRows(dearer))).toMatchObject({ updated: 2, unchanged: 1 })
  })
})

describe('running it again', () => {
  const rows = [
    genOf('50 g'),
    sencha,
    gen,
    genOf('100 g', { 'Sale price': '5' }),
    { ...usual, SKU: 'x', Name: 'x', Stock: 'many' },
  ]

  test('a second run changes nothing', async () => {
    const first = await importRows(rows)
    expect(sums(first)).toEqual({ rows: 5, created: 4, updated: 0, unchanged: 0, rejected: 1 })
    const before = await everything()
    const second = await importRows(rows, { now: later })
    expect(sums(second)).toEqual({ rows: 5, created: 0, updated: 0, unchanged: 4, rejected: 1 })
    expect(await everything()).toEqual(before)
  })

  test('a dry run says the same and changes nothing', async () => {
    const empty = await everything()
    const dry = await importRows(rows, { dryRun: true })
    expect(await everything()).toEqual(empty)
    const real = await importRows(rows)
    expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...real, seconds: 0 })

    const changed = [...rows.slice(1), { ...usual, SKU: 'new', Name: 'New', Tags: 'fresh' }].map((row) => ({
      ...row,
      Position: '4',
    }))
    const before = await everything()
    const dryAgain = await importRows(changed, { dryRun: true })
    expect(await everything()).toEqual(before)
    const again = await importRows(changed)
    expect({ ...dryAgain, dryRun: false, seconds: 0 }).toEqual({ ...again, seconds: 0 })
    expect(sums(again)).toEqual({ rows: 5, created: 1, updated: 3, unchanged: 0, rejected: 1 })
  })

  test('stock sold since the export is corrected by a logged movement', async () => {
    await importRows([sencha])
    await db.execute(sql`update stock_levels set on_hand = 9`)
    expect(sums(await importRows([sencha]))).toMatchObject({ updated: 1 })
    const { rows: moves } = await db.execute(sql`select delta, reason from stock_movements order by id`)
    expect(moves).toEqual([
      { delta: 12, reason: 'import' },
      { delta: 3, reason: 'import' },
    ])
  })
})

const cell = fc.constantFrom(
  '',
  '1',
  '0',
  '12.50',
  '-1',
  'x',
  '50 g',
  '100 g',
  'gen',
  'Tea > Green',
  'id:44',
  "'=1",
  'a, b',
)
const anyRow = fc.record(
  {
    ID: fc.constantFrom('', '44', '45', 'x'),
    Type: fc.constantFrom('simple', 'variable', 'variation', 'grouped', 'external', ''),
    'Grouped products': fc.constantFrom('', 'a, b', 'id:44', 'nobody'),
    Upsells: fc.constantFrom('', 'gen, c', 'id:45', 'a'),
    SKU: fc.constantFrom('', 'gen', 'a', 'b', 'c', 'd'),
    Name: fc.constantFrom('', 'A', 'B', 'Genmaicha'),
    Parent: fc.constantFrom('', 'gen', 'a', 'id:44', 'id:45'),
    'Regular price': cell,
    'Sale price': cell,
    Stock: cell,
    'In stock?': cell,
    Categories: cell,
    Tags: cell,
    'Attribute 1 name': fc.constantFrom('', 'Size', 'Colour'),
    'Attribute 1 value(s)': fc.constantFrom('', '50 g', '100 g', '50 g, 100 g'),
    'Tax class': cell,
    Position: cell,
  },
  { requiredKeys: [] },
)

test('every row is counted, a dry run predicts the result, and a second run changes nothing', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 14 }), fc.array(anyRow, { maxLength: 8 }), async (first, second) => {
      await db.execute(sql`truncate entries, terms, attributes restart identity cascade`)
      for (const rows of [first, second]) {
        const dry = await importRows(rows, { dryRun: true })
        const real = await importRows(rows)
        expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...real, seconds: 0 })
        expect(real.created + real.updated + real.unchanged + real.rejected).toBe(real.rows)
        const before = await everything()
        const again = await importRows(rows, { now: later })
        expect(sums(again)).toEqual({ ...sums(real), created: 0, updated: 0, unchanged: real.rows - real.rejected })
        expect(again.rejects).toEqual(real.rejects)
        expect(await everything()).toEqual(before)
      }
      const [orphans] = (
        await db.execute(sql`select count(*)::int as n from products where type = 'variation'
        and not exists (select 1 from products p where p.id = products.parent_id and p.type = 'variable')`)
      ).rows
      expect(orphans).toEqual({ n: 0 })
    }),
    { numRuns: 15 },
  )
})

test('own attributes of a row that is refused, and those that a row takes away, are not left behind', async () => {
  const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
  const own = (name: string) => ({ 'Attribute 1 name': name, 'Attribute 1 value(s)': 'red', 'Attribute 1 global': '0' })
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...gtin, ...own('Glaze') }])
  const refused = await importRows([{ ...usual, SKU: 'b', Name: 'B', ...gtin, ...own('Handle') }])
  expect(reasons(refused)).toEqual([expect.stringMatching(/^2 b: its GTIN belongs to product/)])
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...own('Shape') }])
  const { rows } = await db.execute(
    sql`select label, (select count(*)::int from terms) as terms from attributes where is_local`,
  )
  expect(rows).toEqual([{ label: 'Shape', terms: 1 }])
})

test('a row that its save refuses makes no terms, and a dry run knows; a later row makes those it names', async () => {
  const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
  const named = {
    Categories: 'Ware > Cups',
    Tags: 'blue',
    'Shipping class': 'Fragile',
    'Attribute 1 name': 'Glaze',
    'Attribute 1 value(s)': 'ash, celadon',
    'Attribute 1 global': '1',
  }
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...gtin }])
  const before = await everything()
  const row = { ...usual, SKU: 'b', Name: 'B', ...named }
  for (const dryRun of [true, false]) {
    const report = await importRows([{ ...row, ...gtin }], { dryRun })
    expect(reasons(report)).toEqual([expect.stringMatching(/^2 b: its GTIN belongs to product/)])
    expect(Object.values(report.newTerms)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await everything()).toEqual(before)
  }
  const other = { ...row, SKU: 'c', Name: 'C', Categories: 'Ware', Tags: '' }
  const report = await importRows([{ ...row, ...gtin }, other])
  expect(sums(report)).toMatchObject({ created: 1, rejected: 1 })
  expect(report.newTerms).toMatchObject({ categories: 1, tags: 0, shippingClasses: 1, attributes: 1, values: 2 })
  const rows = await db.select({ name: terms.name }).from(terms)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['Fragile', 'Ware', 'ash', 'celadon'])
})

test('terms of a row that is refused are made with the batch of a later row that names them', async () => {
  const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...gtin }])
  const glazed = { ...usual, Name: 'B', 'Attribute 1 name': 'Glaze', 'Attribute 1 value(s)': 'ash' }
  const between = Array.from({ length: 1000 }, (_, at) => ({ ...usual, SKU: `s-${at}`, Name: `S ${at}` }))
  const report = await importRows([{ ...glazed, ...gtin, SKU: 'b' }, ...between, { ...glazed, SKU: 'c' }])
  expect(sums(report)).toMatchObject({ created: 1001, rejected: 1 })
  expect(report.newTerms).toMatchObject({ attributes: 1, values: 1 })
})

test('every category of a path is created once', async () => {
  await importRows([
    { ...sencha, Categories: 'Tea > Green > Steamed, tea > Green' },
    { ...usual, SKU: 'b', Name: 'B', Categories: 'Tea > Green, Ware > Green' },
  ])
  const rows = await db
    .select({ slug: terms.slug })
    .from(terms)
    .where(eq(terms.taxonomy, 'product_cat'))
    .orderBy(terms.position)
  expect(rows.map((row) => row.slug)).toEqual(['tea', 'green', 'steamed', 'ware', 'green-ware'])
})

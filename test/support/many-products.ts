/**
 * A shop of any size for measurements and query plans: categories on two levels, six attributes, tags, variations,
 * prices, sales, stock, ratings, texts and pictures. Everything is derived from a product's number, so every run
 * creates the same shop. The rows are generated in SQL, some thousand products a second, then refreshed with the shop's
 * code.
 */
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../src/platform/database/connect.ts'
import { refreshAllProducts } from '../../src/shop/catalog/refresh-product.ts'

const adjectives =
  'Misty Golden Silver Jade Smoky Royal Amber Wild Autumn Imperial Moonlit Quiet Early Deep Bright Old Snowy Rainy'
const nouns = 'Needle Blossom Dragon Phoenix Pearl Garden Leaf River Cloud Mountain Valley Temple Lantern Terrace Bud'
const kinds = 'Green White Oolong Black Dark Yellow Herbal Matcha'
/** Syllables of estate names: up to sixty times sixty names are possible. */
const syllables =
  'dar jee ling man ga lam kan do ra uva nil gi ri as sam dib ru garh mun nar ked arj bal ach sun ma lo tung ting wu yi an xi hu ang shan li mei zi juan bai hao yin zhen qi men keemun pu er ya bao gu shu feng chun lu mao jian'
const flavours =
  'honey toasted grain orchid stone fruit citrus pine smoke malt cocoa meadow butter chestnut rose pepper plum moss spring rain cream walnut'

const attributes = [
  ['pa_origin', 'Origin', 'China India Japan Taiwan Ceylon Kenya Nepal Korea Vietnam Georgia Rwanda Malawi'],
  ['pa_size', 'Size', '50g 100g 250g 500g 1kg Sample'],
  ['pa_caffeine', 'Caffeine', 'None Low Medium High'],
  ['pa_harvest', 'Harvest', 'Spring Summer Autumn Winter'],
  ['pa_grade', 'Grade', 'Whole Broken Fannings Dust Tippy Golden Silver Ceremonial'],
  ['pa_certificate', 'Certificate', 'Organic Fairtrade Biodynamic Rainforest Plain'],
] as const

/** The word of a list that a number selects. */
const pick = (words: string, number: string) =>
  `(string_to_array('${words}', ' '))[1 + (${number}) % ${words.split(' ').length}]`
/** A pseudo-random number, always the same for the same input; `salt` gives another one. */
const chance = (salt: number, of: number) => `(abs(hashint8(n * 7919 + ${salt})::bigint) % ${of})`
const kind = pick(kinds, chance(5, 97))
const sentence = (salt: number) =>
  `'A loose leaf tea with notes of ' || ${pick(flavours, chance(salt, 1000))} || ' and ' || ${pick(flavours, chance(salt + 1, 1000))} || ', grown at ' || (300 + ${chance(salt + 2, 1700)}) || ' metres and picked by hand. '`

const syllableCount = syllables.split(' ').length
/** Numbers of all names, in an order in which neighbours differ. */
const unlike = (number: string) => `(${number}) * 1009 % ${syllableCount ** 2}`

/** The number of estates. Each has about twenty-five products, which fill a page: a larger shop has more estates. */
const estatesOf = (products: number): number => Math.min(syllableCount ** 2, Math.max(1, Math.round(products / 25)))

/** Names of the estates of a shop of this size. */
export function estateNames(products: number): string[] {
  const parts = syllables.split(' ')
  return Array.from({ length: estatesOf(products) }, (_, at) => {
    const number = (at * 1009) % parts.length ** 2
    return `${parts[Math.floor(number / parts.length)] ?? ''}${parts[number % parts.length] ?? ''}`
  })
}

const FIRST = 1_000_000
const TERMS = 10_000
const sizesOf = 3

/** Adds products, one in ten of them with three variations, and refreshes their derived data. */
export async function addManyProducts(
  db: Db,
  count: number,
  now: Date,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<void> {
  const named = unlike(chance(1, estatesOf(count)))
  const estate = `initcap(${pick(syllables, `${named} / ${syllableCount}`)} || ${pick(syllables, named)})`
  const name = `${pick(adjectives, chance(3, 1000))} || ' ' || ${pick(nouns, chance(4, 1000))} || ' ' || ${estate} || ' ' || ${kind}`
  await db.transaction(async (tx) => {
    await addTerms(tx)
    const run = (text: string) => tx.execute(sql.raw(text))
    // As many pictures as products.
    const pictures = Math.max(200, count)
    await run(`
      insert into media (id, path, mime, width, height, bytes, title, alt)
      select ${FIRST} + n, 'many/tea-' || n || '.jpg', 'image/jpeg', 1200, 1200, 90000, 'Tea ' || n, 'Tea ' || n
      from generate_series(1, ${pictures}) n`)
    const numbers = `from generate_series(1, ${count}) n`
    const id = `${FIRST} + n * 10`
    await run(`
      insert into entries (id, kind, slug, title, excerpt, content, menu_order, published_at, updated_at)
      select ${id}, 'product', 'many-' || n, ${name}, '<p>' || ${sentence(10)} || '</p>',
        '<p>' || ${sentence(20)} || ${sentence(30)} || '</p><p>' || ${sentence(40)} || 'Estate ' || ${estate} || '.</p>',
        ${chance(6, 50)}, timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-06-01' + n * interval '1 second'
      ${numbers}`)
    await run(`
      insert into products (id, type, sku, regular_price_cents, sale_price_cents, sale_until, is_featured, visibility,
        weight_grams, net_grams, subtitle, facts, total_sales)
      select ${id}, case when n % 10 = 0 then 'variable' else 'simple' end, 'MANY-' || n,
        case when n % 10 = 0 then null else 400 + ${chance(7, 12_000)} end,
        case when n % 10 > 0 and n % 8 = 1 then 300 + ${chance(7, 12_000)} / 2 end,
        case when n % 40 = 1 then timestamptz '2030-01-01' end,
        n % 400 = 0, case when n % 97 = 0 then 'search' when n % 89 = 0 then 'catalog' when n % 101 = 0 then 'hidden' else 'visible' end,
        100, 100, 'From ' || ${estate} || ', ' || ${pick(flavours, chance(8, 1000))},
        jsonb_build_object('kind', replace(lower(${kind}), 'matcha', 'green'), 'origin', ${estate}, 'country', 'China',
          'caffeine', 'medium', 'steeping', jsonb_build_object('grams', 3, 'millilitres', 250, 'celsius', 80,
            'minutes', 3, 'infusions', 2)),
        (5000 / (1 + ${chance(9, count)}))
      ${numbers}`)
    await run(`
      insert into entries (id, kind, slug, title, parent_id, menu_order)
      select ${id} + size, 'product_variation', 'many-' || n || '-' || size, ${name}, ${id}, size
      from generate_series(10, ${count}, 10) n, generate_series(1, ${sizesOf}) size`)
    await run(`
      insert into products (id, type, parent_id, sku, regular_price_cents, sale_price_cents, choices)
      select ${id} + size, 'variation', ${id}, 'MANY-' || n || '-' || size, (400 + ${chance(7, 4000)}) * size,
        case when n % 80 = 0 then 300 * size end,
        jsonb_build_object('pa_size', lower(${pick(attributes[1][2], 'size - 1')}))
      from generate_series(10, ${count}, 10) n, generate_series(1, ${sizesOf}) size`)
    await run(`
      insert into stock_levels (product_id, tracks_inventory, on_hand, backorders)
      select ${id}, true, case when n % 30 = 0 then 0 else ${chance(11, 200)} end, case when n % 60 = 0 then 'notify' else 'no' end
      ${numbers} where n % 2 = 0 and n % 10 > 0`)
    await addEntryTerms(run, numbers, id)
    await run(`
      insert into entry_media (entry_id, media_id, position)
      select ${id}, ${FIRST} + 1 + (${chance(12, 1_000_000)} + place * 7) % ${pictures}, place ${numbers}, generate_series(0, 2) place`)
    await run(`
      insert into comments (entry_id, author_name, author_email, content, rating, status)
      select ${id}, 'Taster ' || nth, 'taster' || nth || '@shop.test', 'Steeped twice and still sweet.',
        1 + ${chance(13, 5)}, 'approved'
      ${numbers}, generate_series(1, 3) nth where n % 5 = 0`)
  })
  await db.execute(sql`analyze`)
  await refreshAllProducts(db, now, onProgress)
  // Leaves the table statistics as autovacuum does in an idle shop.
  await db.execute(sql`vacuum analyze`)
}

async function addTerms(tx: Tx): Promise<void> {
  const run = (text: string) => tx.execute(sql.raw(text))
  for (const [at, [slug, label]] of attributes.entries()) {
    await run(`insert into attributes (id, slug, label) values (${TERMS + at}, '${slug}', '${label}')
      on conflict (slug) do nothing`)
  }
  for (const [at, [slug, , values]] of attributes.entries()) {
    for (const [position, value] of values.split(' ').entries()) {
      await run(`insert into terms (id, taxonomy, slug, name, position)
        values (${TERMS + at * 100 + position}, '${slug}', 'many-${value.toLowerCase()}', '${value}', ${position})`)
    }
  }
  // Eight categories by kind, with five subcategories each, and forty tags.
  for (const [at, kind] of kinds.split(' ').entries()) {
    await run(`insert into terms (id, taxonomy, slug, name, position)
      values (${TERMS + 1000 + at * 10}, 'product_cat', 'many-${kind.toLowerCase()}', '${kind} tea', ${at})`)
    await run(`insert into terms (id, taxonomy, slug, name, parent_id, position)
      select ${TERMS + 1000 + at * 10} + n, 'product_cat', 'many-${kind.toLowerCase()}-' || n,
        '${kind} ' || ${pick('Classics Rarities Blends Gifts Everyday', 'n - 1')}, ${TERMS + 1000 + at * 10}, n
      from generate_series(1, 5) n`)
  }
  await run(`insert into terms (id, taxonomy, slug, name, position)
    select ${TERMS + 2000} + n, 'product_tag', 'many-tag-' || n, initcap(${pick(flavours, 'n')}) || ' ' || n, n
    from generate_series(1, 40) n`)
}

async function addEntryTerms(run: (text: string) => Promise<unknown>, numbers: string, id: string): Promise<void> {
  const insert = (term: string, where = 'true', more = '') =>
    run(
      `insert into entry_terms (entry_id, term_id) select ${id}, ${term} ${numbers}${more} where ${where} on conflict do nothing`,
    )
  // The kind selects the category; its first subcategory has half of its products.
  await insert(`${TERMS + 1000} + (${chance(5, 97)} % 8) * 10 + 1 + greatest(0, ${chance(14, 10)} - 5)`)
  await insert(`${TERMS + 1000} + ${chance(15, 8)} * 10 + 1 + ${chance(16, 5)}`, 'n % 7 = 0')
  for (const [at, [slug, , values]] of attributes.entries()) {
    if (slug === 'pa_size') continue
    await insert(`${TERMS + at * 100} + ${chance(20 + at, values.split(' ').length)}`)
    await run(`insert into product_attributes (product_id, attribute_id, position)
      select ${id}, (select id from attributes where slug = '${slug}'), ${at} ${numbers}`)
  }
  await insert(`${TERMS + 100} + size - 1`, 'n % 10 = 0', `, generate_series(1, ${sizesOf}) size`)
  await run(`insert into product_attributes (product_id, attribute_id, position, is_for_variations)
    select ${id}, (select id from attributes where slug = 'pa_size'), 1, true ${numbers} where n % 10 = 0`)
  await insert(
    `${TERMS + 2001} + (${chance(30, 40)} + nth * 11) % 40`,
    `nth < ${chance(31, 4)}`,
    ', generate_series(0, 2) nth',
  )
}

/**
 * The shop whose exchanges were recorded (test/recorded/woocommerce): its products with their original ids, names, SKUs
 * and prices. Of its 1,020 products it holds those that appear in the recordings. Category, origin, sale, stock and
 * rating follow from a product's number, as in the recorded shop.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../src/platform/database/connect.ts'
import { attributes, productAttributes, products } from '../../src/shop/catalog/catalog.table.ts'
import { refreshProducts } from '../../src/shop/catalog/refresh-product.ts'
import { stockLevels } from '../../src/shop/inventory/stock.table.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { entryTerms, terms } from '../../src/things/entries/terms.table.ts'
import { entryMedia, media } from '../../src/things/media/media.table.ts'
import type { TestDatabase } from './database.ts'

/** Products in the recordings, by their ids in the recorded shop. */
export const referenceIds = {
  simple: 131,
  threeLeft: 133,
  soldIndividually: 134,
  soldOut: 137,
  onSale: 138,
  variable: 55,
  sizes: { '50-g': 56, '100-g': 57, '250-g': 58 },
  page: 6,
} as const

/** Number, name and regular price. The id is the number plus 130. */
const teas: readonly (readonly [number: number, name: string, regularPriceCents: number])[] = [
  [1, 'Golden Needle Green Tea No. 1', 6103],
  [3, 'Jade Needle White Tea No. 3', 6493],
  [4, 'Smoky Needle Pu-erh No. 4', 3185],
  [7, 'Mountain Needle Black Tea No. 7', 4120],
  [8, 'Spring Needle Green Tea No. 8', 5839],
  [10, 'Imperial Needle White Tea No. 10', 5406],
  [15, 'Misty Blossom Green Tea No. 15', 5889],
  [20, 'Royal Blossom Matcha No. 20', 4582],
  [27, 'Amber Blossom Matcha No. 27', 2804],
  [112, 'Mountain Peak Black Tea No. 112', 626],
  [392, 'Silver Leaf Black Tea No. 392', 589],
  [445, 'Imperial Pearl Pu-erh No. 445', 6491],
  [456, 'Wild Garden Green Tea No. 456', 571],
  [567, 'Amber Blossom Black Tea No. 567', 3246],
  [747, 'Amber Blossom Herbal No. 747', 3231],
  [857, 'Silver River White Tea No. 857', 6470],
  [907, 'Mountain Needle Pu-erh No. 907', 1727],
  [920, 'Royal Blossom White Tea No. 920', 4975],
  [957, 'Amber Dragon Herbal No. 957', 2203],
  [960, 'Misty Phoenix Green Tea No. 960', 1013],
  [963, 'Jade Phoenix Pu-erh No. 963', 6301],
  [977, 'Silver Pearl Pu-erh No. 977', 1330],
  [978, 'Jade Pearl Herbal No. 978', 2103],
  [982, 'Mountain Pearl Oolong No. 982', 1500],
  [984, 'Autumn Pearl Pu-erh No. 984', 890],
  [989, 'Moonlit Pearl Oolong No. 989', 2263],
  [990, 'Misty Garden White Tea No. 990', 1110],
  [992, 'Silver Garden Herbal No. 992', 6234],
  [993, 'Jade Garden Matcha No. 993', 3962],
  [995, 'Royal Garden Green Tea No. 995', 4629],
  [996, 'Wild Garden Oolong No. 996', 4549],
  [997, 'Mountain Garden White Tea No. 997', 5916],
  [998, 'Spring Garden Pu-erh No. 998', 6492],
  [999, 'Autumn Garden Herbal No. 999', 1624],
  [1000, 'Imperial Garden Matcha No. 1000', 1241],
]

/** Number and name. The id is 47 plus four times the number; the three sizes have the next ids. */
const samplers: readonly (readonly [number: number, name: string])[] = [
  [1, 'Sampler Golden Blossom'],
  [2, 'Sampler Silver Leaf'],
  [3, 'Sampler Jade Dragon'],
  [18, 'Sampler Jade Garden'],
  [19, 'Sampler Smoky Peak'],
  [20, 'Sampler Royal Cloud'],
]

const categories = ['black-tea', 'green-tea', 'oolong', 'white-tea', 'pu-erh', 'herbal', 'matcha'] as const
const categoryNames = ['Black Tea', 'Green Tea', 'Oolong', 'White Tea', 'Pu-erh', 'Herbal', 'Matcha'] as const
const origins = ['China', 'India', 'Japan', 'Taiwan', 'Sri Lanka', 'Kenya', 'Nepal'] as const
const caffeine = ['None', 'Low', 'Medium', 'High'] as const
const sizes = ['50 g', '100 g', '250 g'] as const

/** `usedup` can be used once; each test inserts the order that used it. */
const referenceCoupons: readonly (typeof coupons.$inferInsert)[] = [
  { id: 15, code: 'tea10', discountType: 'percent', amount: 1000 },
  { id: 16, code: 'five-off', discountType: 'fixed_cart', amount: 500, minimumAmountCents: 2000 },
  { id: 17, code: 'expired', discountType: 'percent', amount: 1000, expiresAt: new Date('2026-01-01T00:00:00Z') },
  { id: 18, code: 'bigspend', discountType: 'percent', amount: 2000, minimumAmountCents: 50_000 },
  { id: 19, code: 'freeship', discountType: 'fixed_cart', amount: 0, freeShipping: true },
  { id: 20, code: 'usedup', discountType: 'percent', amount: 1000, usageLimit: 1 },
  { id: 21, code: 'solo', discountType: 'percent', amount: 1500, isIndividualUse: true },
]

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
/** Whole grams of the 0.1 lb of every recorded product. */
const weightGrams = 45
const publishedFrom = Date.parse('2026-11-19T00:00:00Z')
const publishedAt = (id: number): Date => new Date(publishedFrom + id * 60_000)
/** 'tea-1.jpg' to 'tea-20.jpg' are media 22 to 41. */
const pictureId = (number: number): number => 22 + ((number - 1) % 20)

const termIds = {
  size: (index: number) => 23 + index,
  caffeine: (number: number) => 26 + (number % 4),
  category: (number: number) => 30 + (number % 7),
  origin: (number: number) => 16 + (number % 7),
}
const attributeIds = { origin: 1, size: 2, caffeine: 3 }

/** Fills an empty, migrated database. Pass it to `createTestDatabase` to prepare a template. */
export async function fillReferenceShop({ db }: TestDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await addTerms(tx)
    await addPictures(tx)
    await tx.insert(entries).values({ id: referenceIds.page, kind: 'page', slug: 'cart', title: 'Cart' })
    for (const [number, name, cents] of teas) await addTea(tx, number, name, cents)
    for (const [number, name] of samplers) await addSampler(tx, number, name)
    const { rows } = await tx.execute<{ id: number }>(sql`select id from products`)
    await tx.insert(coupons).values([...referenceCoupons])
    await refreshProducts(
      tx,
      rows.map((row) => row.id),
      new Date(),
    )
    await tx.execute(sql`select setval(pg_get_serial_sequence('entries', 'id'), 2000)`)
    await tx.execute(sql`select setval(pg_get_serial_sequence('coupons', 'id'), 100)`)
    await tx.execute(sql`select setval(pg_get_serial_sequence('terms', 'id'), 1000)`)
    await tx.execute(sql`select setval(pg_get_serial_sequence('attributes', 'id'), 100)`)
  })
}

async function addTerms(tx: Tx): Promise<void> {
  const term =
    (taxonomy: string) =>
    (name: string, position: number, id: number, slug: string = slugOf(name)) => ({
      id,
      taxonomy,
      name,
      slug,
      position,
    })
  const [origin, size, strength, category] = ['pa_origin', 'pa_size', 'pa_caffeine', 'product_cat'].map(term)
  if (!origin || !size || !strength || !category) throw new Error('unreachable')
  await tx.insert(attributes).values([
    { id: attributeIds.origin, slug: 'pa_origin', label: 'Origin' },
    { id: attributeIds.size, slug: 'pa_size', label: 'Size' },
    { id: attributeIds.caffeine, slug: 'pa_caffeine', label: 'Caffeine' },
  ])
  await tx.insert(terms).values([
    ...origins.map((name, index) => origin(name, index, termIds.origin(index))),
    // Sorted by name, as in the recorded shop.
    ...sizes.map((name, index) => size(name, [2, 0, 1][index] ?? 0, termIds.size(index))),
    ...caffeine.map((name, index) => strength(name, index, termIds.caffeine(index))),
    ...categoryNames.map((name, index) => category(name, index, termIds.category(index), categories[index])),
  ])
}

async function addPictures(tx: Tx): Promise<void> {
  await tx.insert(media).values(
    Array.from({ length: 20 }, (_, index) => ({
      id: pictureId(index + 1),
      path: `2026/11/tea-${index + 1}.jpg`,
      mime: 'image/jpeg',
      width: 1200,
      height: 1200,
      bytes: 90_000,
      title: `Tea ${index + 1}`,
      alt: `Tea ${index + 1}`,
    })),
  )
}

/** Adds a tea with this number, as in the recorded shop. */
export async function addTea(tx: Tx, number: number, name: string, regularPriceCents: number): Promise<void> {
  const id = 130 + number
  const kind = categoryNames[number % 7]
  await tx.insert(entries).values({
    id,
    kind: 'product',
    slug: `tea-${number}`,
    title: name,
    excerpt: `<p>Loose leaf ${kind}, batch ${number}.</p>`,
    content: `<p>A loose leaf ${kind} with notes of honey and toasted grain.</p>\n<p>Batch ${number}.</p>`,
    publishedAt: publishedAt(id),
  })
  await tx.insert(products).values({
    id,
    type: 'simple',
    sku: `TEA-${number}`,
    regularPriceCents,
    salePriceCents: number % 8 === 0 ? Math.round(regularPriceCents * 0.8) : null,
    isSoldIndividually: number === 4,
    isFeatured: number % 40 === 0,
    weightGrams,
    totalSales: { 1: 9, 4: 3 }[number] ?? 0,
  })
  const onHand = number % 50 === 7 ? 0 : number === 3 ? 3 : number % 5 === 0 ? 100_000 : null
  if (onHand !== null) await tx.insert(stockLevels).values({ productId: id, tracksInventory: true, onHand })
  await tx.insert(entryTerms).values(
    [termIds.category(number), termIds.origin(number), termIds.caffeine(number)].map((termId) => ({
      entryId: id,
      termId,
    })),
  )
  await tx.insert(productAttributes).values([
    { productId: id, attributeId: attributeIds.origin, position: 0 },
    { productId: id, attributeId: attributeIds.caffeine, position: 1 },
  ])
  await addGallery(tx, id, number)
  if (number > 20) return
  await tx.insert(comments).values(
    [1, 2, 3].map((nth) => ({
      entryId: id,
      authorName: `Taster ${nth}`,
      authorEmail: `taster${nth}@shop.test`,
      content: 'Steeped twice and still sweet.',
      rating: number % 5 === 0 ? 5 : number % 5,
      status: 'approved' as const,
      createdAt: publishedAt(id),
    })),
  )
}

async function addSampler(tx: Tx, number: number, name: string): Promise<void> {
  const id = 47 + 4 * number
  const smallest = 850 + 100 * (number % 6)
  await tx.insert(entries).values({
    id,
    kind: 'product',
    slug: `sampler-${number}`,
    title: name,
    excerpt: '<p>Sold in three sizes.</p>',
    content: '<p>A variable tea sold in three sizes, picked by hand at altitude.</p>',
    publishedAt: publishedAt(id),
  })
  await tx.insert(products).values({ id, type: 'variable', sku: `VAR-${number}`, totalSales: number === 2 ? 6 : 0 })
  await tx
    .insert(entryTerms)
    .values(
      [termIds.category(number), termIds.origin(number), ...sizes.map((_, index) => termIds.size(index))].map(
        (termId) => ({ entryId: id, termId }),
      ),
    )
  await tx.insert(productAttributes).values([
    { productId: id, attributeId: attributeIds.size, position: 0, isForVariations: true },
    { productId: id, attributeId: attributeIds.origin, position: 1 },
  ])
  await addGallery(tx, id, number)
  for (const [index, size] of sizes.entries()) {
    const variation = id + 1 + index
    const cents = smallest + ([0, 600, 2200][index] ?? 0)
    await tx.insert(entries).values({
      id: variation,
      kind: 'product_variation',
      slug: `${slugOf(name)}-${slugOf(size)}`,
      title: name,
      parentId: id,
      menuOrder: index,
      publishedAt: publishedAt(id),
    })
    await tx.insert(products).values({
      id: variation,
      type: 'variation',
      parentId: id,
      sku: `VAR-${number}-${slugOf(size)}`,
      regularPriceCents: cents,
      salePriceCents: number === 3 && index === 2 ? 3100 : null,
      weightGrams,
      choices: { pa_size: slugOf(size) },
    })
    await tx.insert(stockLevels).values({
      productId: variation,
      tracksInventory: true,
      onHand: number === 1 && index === 2 ? 0 : variation === referenceIds.sizes['50-g'] ? 99_998 : 99_997,
    })
  }
}

/** Adds a gallery of three pictures, with numbers a few apart. */
async function addGallery(tx: Tx, entryId: number, number: number): Promise<void> {
  await tx
    .insert(entryMedia)
    .values([1, 6, 10].map((step, position) => ({ entryId, mediaId: pictureId(number + step), position })))
}

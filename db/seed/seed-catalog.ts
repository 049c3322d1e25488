import type { Tx } from '../../src/platform/database/connect.ts'
import { parseShopTime, toLocalIso } from '../../src/platform/time/shop-time.ts'
import { attributes as attributeTable } from '../../src/shop/catalog/catalog.table.ts'
import { packSize } from '../../src/shop/catalog/pack-size.ts'
import type { ProductInput } from '../../src/shop/catalog/product-record.ts'
import { saveProducts } from '../../src/shop/catalog/save-product.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { slugify } from '../../src/things/entries/slug.ts'
import { terms } from '../../src/things/entries/terms.table.ts'
import { attributes } from './attributes.ts'
import { categories } from './categories.ts'
import { daysBefore } from './days-before.ts'
import { productLinks } from './product-links.ts'
import { products } from './products.ts'
import { reviews } from './reviews.ts'
import type { Pictures } from './seed-pictures.ts'
import type { SeedProduct } from './types.ts'

/** A purchasable product as an order line stores it. */
export type SeededSellable = {
  readonly id: number
  readonly parentId: number | null
  readonly product: SeedProduct
  readonly choices: readonly { readonly label: string; readonly value: string }[]
  readonly priceCents: number
  readonly weightGrams: number
  readonly packSize: string
  readonly imagePath: string
}

type Terms = ReadonlyMap<string, number>
const key = (taxonomy: string, slug: string): string => `${taxonomy} ${slug}`

/** Inserts categories, attributes, products, variations and reviews. Returns what can be ordered, by SKU. */
export async function seedCatalog(tx: Tx, pictures: Pictures, now: Date): Promise<ReadonlyMap<string, SeededSellable>> {
  const termIds = new Map<string, number>([
    ...(await seedCategories(tx, pictures)),
    ...(await seedTags(tx)),
    ...(await seedAttributes(tx)),
  ])
  const attributeIds = new Map((await tx.select().from(attributeTable)).map((row) => [row.slug, row.id]))
  const saved = await save(
    tx,
    products.map((product, index) => productInput(product, index, { termIds, attributeIds, pictures, now })),
    now,
  )
  const idOf = new Map(products.map((product, index) => [product.slug, saved[index] as number]))
  await seedLinks(tx, idOf, now)
  const variants = products.flatMap((product) =>
    (product.variations ?? []).map((variation) => ({ product, variation })),
  )
  const savedVariants = await save(
    tx,
    variants.map(({ product, variation }, index) => ({
      type: 'variation' as const,
      parentId: idOf.get(product.slug) ?? null,
      name: product.name,
      sku: variation.sku,
      menuOrder: index,
      publishedAt: daysBefore(now, product.publishedDaysAgo),
      regularPriceCents: variation.regularPriceCents,
      salePriceCents: variation.salePriceCents ?? null,
      saleUntil: saleEnd(now, variation.saleEndsInDays),
      taxClass: product.taxClass,
      weightGrams: variation.weightGrams,
      netGrams: variation.netGrams ?? null,
      choices: variation.attributes,
      pictureIds: variation.picture === undefined ? [] : [pictures.get(variation.picture).id],
      stock: { tracksInventory: true, onHand: variation.stock },
    })),
    now,
  )
  await seedReviews(tx, idOf, now)
  const imagePath = (product: SeedProduct) => pictures.ofProduct(product.slug)[0]?.path ?? ''
  return new Map<string, SeededSellable>([
    ...products.flatMap((product): [string, SeededSellable][] =>
      product.type !== 'simple'
        ? []
        : [
            [
              product.sku,
              {
                id: idOf.get(product.slug) as number,
                parentId: null,
                product,
                choices: [],
                priceCents: product.salePriceCents ?? product.regularPriceCents ?? 0,
                weightGrams: product.weightGrams ?? 0,
                packSize: packSize(product.netGrams ?? null),
                imagePath: imagePath(product),
              },
            ],
          ],
    ),
    ...variants.map(({ product, variation }, index): [string, SeededSellable] => [
      variation.sku,
      {
        id: savedVariants[index] as number,
        parentId: idOf.get(product.slug) as number,
        product,
        choices: Object.entries(variation.attributes).map(([attribute, slug]) => choiceLabels(attribute, slug)),
        priceCents: variation.salePriceCents ?? variation.regularPriceCents,
        weightGrams: variation.weightGrams,
        packSize: packSize(variation.netGrams ?? null),
        imagePath: imagePath(product),
      },
    ]),
  ])
}

const choiceLabels = (attribute: string, slug: string) => {
  const match = attributes.find((candidate) => candidate.slug === attribute)
  return { label: match?.label ?? attribute, value: match?.terms.find((term) => term.slug === slug)?.name ?? slug }
}

/** Midnight in the shop's time zone, this many days after the day of the seed. */
const saleEnd = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : parseShopTime(toLocalIso(daysBefore(now, -days)).slice(0, 10))

async function seedLinks(tx: Tx, idOf: ReadonlyMap<string, number>, now: Date): Promise<void> {
  const idsOf = (slugs: readonly string[] = []) =>
    slugs.map((slug) => {
      const id = idOf.get(slug)
      if (id === undefined) throw new Error(`A link of the demo shop leads to ${slug}, which there is not`)
      return id
    })
  const linked = products.filter((product) => product.groupItems || productLinks[product.slug])
  await save(
    tx,
    linked.map(({ slug, type, groupItems }) => ({
      id: idOf.get(slug) as number,
      type,
      groupItemIds: idsOf(groupItems),
      upSellIds: idsOf(productLinks[slug]?.upSells),
      crossSellIds: idsOf(productLinks[slug]?.crossSells),
    })),
    now,
  )
}

async function save(tx: Tx, inputs: readonly ProductInput[], now: Date): Promise<number[]> {
  const saved = await saveProducts(tx, inputs, { now })
  return saved.map((one, index) => {
    if (!one.ok) throw new Error(`The demo shop's ${inputs[index]?.sku} was refused: ${one.problem.kind}`)
    return one.id
  })
}

type Context = { termIds: Terms; attributeIds: ReadonlyMap<string, number>; pictures: Pictures; now: Date }

function productInput(
  product: SeedProduct,
  index: number,
  { termIds, attributeIds, pictures, now }: Context,
): ProductInput {
  const idsOf = (taxonomy: string, slugs: readonly string[]): number[] =>
    slugs.map((slug) => {
      const id = termIds.get(key(taxonomy, slug))
      if (id === undefined) throw new Error(`${product.slug} names ${slug}, which ${taxonomy} does not have`)
      return id
    })
  const variationAttributes = new Set(
    (product.variations ?? []).flatMap((variation) => Object.keys(variation.attributes)),
  )
  return {
    type: product.type,
    slug: product.slug,
    name: product.name,
    sku: product.sku,
    menuOrder: index,
    publishedAt: daysBefore(now, product.publishedDaysAgo),
    excerpt: paragraphs([product.short]),
    content: paragraphs(product.description),
    subtitle: product.subtitle,
    facts: product.facts ?? null,
    regularPriceCents: product.regularPriceCents ?? null,
    salePriceCents: product.salePriceCents ?? null,
    saleUntil: saleEnd(now, product.saleEndsInDays),
    externalUrl: product.externalUrl ?? null,
    buttonText: product.buttonText ?? '',
    taxClass: product.taxClass,
    isSoldIndividually: product.soldIndividually ?? false,
    isFeatured: product.featured ?? false,
    weightGrams: product.weightGrams ?? null,
    netGrams: product.netGrams ?? null,
    categoryIds: idsOf('product_cat', product.categories),
    tagIds: idsOf('product_tag', product.tags.map(slugify)),
    attributes: Object.entries(product.attributes).map(([slug, names]) => {
      const attributeId = attributeIds.get(slug)
      if (attributeId === undefined) throw new Error(`${product.slug} has the unknown attribute ${slug}`)
      const knownTerms = attributes.find((candidate) => candidate.slug === slug)?.terms ?? []
      const slugs = names.map((name) => knownTerms.find((term) => term.name === name)?.slug ?? name)
      return {
        attributeId,
        termIds: idsOf(slug, slugs),
        isVisible: true,
        isForVariations: variationAttributes.has(slug),
        defaultSlug: null,
      }
    }),
    pictureIds: pictures
      .ofProduct(product.slug, Object.keys(product.otherColours ?? {}))
      .slice(0, product.hasOnePicture ? 1 : undefined)
      .map((picture) => picture.id),
    ...(product.type !== 'simple' || product.stock === null || product.stock === undefined
      ? {}
      : { stock: { tracksInventory: true, onHand: product.stock } }),
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${text.replace(/[&<>]/g, (character) => escapes[character] ?? character)}</p>`).join('\n')

async function seedCategories(tx: Tx, pictures: Pictures): Promise<[string, number][]> {
  const created: [string, number][] = []
  for (const [position, category] of categories.entries()) {
    const parent =
      category.parent === undefined
        ? null
        : created.find(([name]) => name === key('product_cat', category.parent as string))
    const [row] = await tx
      .insert(terms)
      .values({
        taxonomy: 'product_cat',
        slug: category.slug,
        name: category.name,
        description: category.description,
        parentId: parent?.[1] ?? null,
        imageId: pictures.get(`category-${category.slug}`).id,
        position,
        tint: category.tint ?? null,
      })
      .returning({ id: terms.id })
    if (row) created.push([key('product_cat', category.slug), row.id])
  }
  return created
}

async function seedTags(tx: Tx): Promise<[string, number][]> {
  const names = [...new Set(products.flatMap((product) => product.tags))]
  const rows = await tx
    .insert(terms)
    .values(names.map((name, position) => ({ taxonomy: 'product_tag', slug: slugify(name), name, position })))
    .returning()
  return rows.map((row) => [key('product_tag', row.slug), row.id])
}

async function seedAttributes(tx: Tx): Promise<[string, number][]> {
  await tx.insert(attributeTable).values(attributes.map(({ slug, label }) => ({ slug, label })))
  const rows = await tx
    .insert(terms)
    .values(
      attributes.flatMap((attribute) =>
        attribute.terms.map((term, position) => ({ taxonomy: attribute.slug, ...term, position })),
      ),
    )
    .returning()
  return rows.map((row) => [key(row.taxonomy, row.slug), row.id])
}

async function seedReviews(tx: Tx, idOf: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await tx.insert(comments).values(
    reviews.map((review) => ({
      entryId: idOf.get(review.product) as number,
      authorName: review.author,
      authorEmail: review.email,
      content: review.text,
      rating: review.rating,
      isVerified: review.verified,
      status: 'approved' as const,
      createdAt: daysBefore(now, review.daysAgo),
    })),
  )
}

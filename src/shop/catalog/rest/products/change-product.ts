import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import { isRestError, type RestError } from '../../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../../platform/web/page-tags.ts'
import type { EntrySettings } from '../../../../things/entries/settings.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { updateMedia } from '../../../../things/media/media.store.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'
import type { SiteSettings } from '../../../../things/settings/site-settings.ts'
import { gramsOf } from '../../pack-size.ts'
import { lockProductsAndStock, readRecords } from '../../product-record.store.ts'
import type { ProductInput, ProductRecord } from '../../product-record.ts'
import { productCacheTags, type SaveOptions, saveProduct } from '../../save-product.ts'
import { deleteOrphans, resolveAttributes } from './product-attributes.ts'
import { notFoundToChange, problemError } from './product-errors.ts'
import { columnsOfFields, type ProductFields } from './product-fields.ts'
import { mergeMeta } from './product-meta.ts'

export type ChangeShop = Pick<Platform, 'db' | 'now'> &
  WithSettings<EntrySettings & SiteSettings> &
  NonNullable<SaveOptions['shop']>

type Changed = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: RestError }
const refuse = (error: RestError) => ({ ok: false, error }) as const

/** Makes a product of fields as they were sent, or changes one. A code that somebody takes at the same moment is refused. */
export async function changeProduct(
  shop: ChangeShop,
  id: number | null,
  body: ProductFields,
  author: number,
): Promise<Changed> {
  return againIfTaken(() => shop.db.transaction((tx) => changeIn(shop, tx, id, body, author)))
}

/** For a save that throws because somebody took a code at the same moment. */
export async function againIfTaken<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    // The second attempt finds the product that was faster.
    if (isTaken(error)) return attempt()
    throw error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || (error.cause !== undefined && isTaken(error.cause)))

async function changeIn(
  shop: ChangeShop,
  tx: Tx,
  id: number | null,
  body: ProductFields,
  author: number,
): Promise<Changed> {
  const now = shop.now()
  if (id !== null) await lockProductsAndStock(tx, [id])
  const before = id === null ? null : ((await readRecords(tx, [id])).get(id) ?? null)
  if (id !== null && (!before || before.type === 'variation')) return refuse(notFoundToChange)
  const fields = await inputOfFields(shop, tx, before, body)
  if (isRestError(fields)) return refuse(fields)
  const resolved =
    body.attributes || body.default_attributes ? await resolveAttributes(tx, before?.attributes ?? [], body) : null
  if (resolved && !resolved.ok) return refuse(invalidFields({ [resolved.field]: resolved.message }))
  const input: ProductInput = {
    ...fields,
    ...(id === null ? { isNew: true, name: body.name ?? 'Product' } : { id }),
    type: body.type ?? before?.type ?? 'simple',
    ...(resolved ? { attributes: resolved.attributes } : {}),
  }
  const revisions = { author, keep: shop.settings().revisionsToKeep }
  const isAdjusted = input.stockChange !== undefined
  const saved = await saveProduct(tx, input, { now, shop, revisions, reason: isAdjusted ? 'adjusted' : 'count' })
  if (!saved.ok) return refuse(await problemError(tx, saved.problem, input))
  await deleteOrphans(tx, orphansOf(before, input))
  await invalidatePageTags(tx, productCacheTags([saved]))
  return { ok: true, id: saved.id }
}

/** What follows from the fields of a product or variation, beside what its type and attributes make of it. */
export async function inputOfFields(
  shop: ChangeShop,
  tx: Tx,
  before: ProductRecord | null,
  body: ProductFields,
): Promise<Omit<ProductInput, 'type'> | RestError> {
  const problem = await referenceProblem(tx, body)
  if (problem) return problem
  const pictures = body.images && (await resolveImages(tx, body.images, shop.now()))
  if (pictures && !pictures.ok) return pictures.error
  const weightGrams = weightOf(body, shop.settings())
  if (weightGrams === false) return invalidFields({ weight: 'weight must be a number such as 0.25, or empty.' })
  const downloads = downloadsOf(body)
  if (downloads === false)
    return invalidFields({ downloads: 'A file is one of the protected ones, or a public address with https.' })
  return {
    ...columnsOfFields(body),
    ...(pictures ? { pictureIds: pictures.ids } : {}),
    ...(weightGrams === undefined ? {} : { weightGrams }),
    ...(downloads ? { downloads } : {}),
    ...(body.meta_data ? { meta: mergeMeta(before?.meta ?? [], body.meta_data) } : {}),
  }
}

const orphansOf = (before: ProductRecord | null, { attributes }: ProductInput): number[] =>
  (attributes && before ? before.attributes : [])
    .map((one) => one.attributeId)
    .filter((one) => !attributes?.some(({ attributeId }) => attributeId === one))

/** What names something that is not there. */
async function referenceProblem(tx: Tx, body: ProductFields): Promise<RestError | null> {
  const named = { product_cat: body.categories, product_brand: body.brands, product_tag: body.tags }
  const fields = { product_cat: 'categories', product_brand: 'brands', product_tag: 'tags' }
  for (const taxonomy of ['product_cat', 'product_brand', 'product_tag'] as const) {
    const ids = [...new Set(named[taxonomy]?.map((term) => term.id))]
    if (ids.length === 0) continue
    const found = await tx.$count(terms, and(eq(terms.taxonomy, taxonomy), isAnyOf(terms.id, ids)))
    if (found < ids.length) return invalidFields({ [fields[taxonomy]]: 'Invalid term ID.' })
  }
  if (!body.shipping_class) return null
  const isClass = and(eq(terms.taxonomy, 'product_shipping_class'), eq(terms.slug, body.shipping_class))
  if ((await tx.$count(terms, isClass)) > 0) return null
  return invalidFields({ shipping_class: 'There is no such shipping class.' })
}

type SentImages = NonNullable<ProductFields['images']>

/** The pictures of a product, in the order they were sent; their names and texts for the blind are written. */
async function resolveImages(tx: Tx, sent: SentImages, now: Date) {
  const ids = sent.map((image) => image.id ?? 0)
  const known = await tx
    .select()
    .from(media)
    .where(and(isPicture, inArray(media.id, ids)))
  for (const { id = 0, src, name, alt } of sent) {
    const row = known.find((one) => one.id === id)
    if (!row) {
      const message =
        id === 0 && src !== undefined ? `${src} is not in the media library.` : `#${id} is an invalid image ID.`
      return refuse({ status: 400, code: 'woocommerce_product_invalid_image_id', message })
    }
    const texts = { title: name ?? row.title, alt: alt ?? row.alt }
    if (texts.title !== row.title || texts.alt !== row.alt) await updateMedia(tx, id, texts, now)
  }
  return { ok: true, ids: [...new Set(ids)] } as const
}

function weightOf({ weight }: ProductFields, { weightUnit }: SiteSettings): number | null | false | undefined {
  if (weight === undefined) return undefined
  return weight.trim() === '' ? null : (gramsOf(weight.trim(), weightUnit) ?? false)
}

/** False if a file is neither one of the shop's protected ones nor at a public address. */
function downloadsOf({ downloads }: ProductFields) {
  if (!downloads) return undefined
  if (!downloads.every(({ file }) => isProtectedFile(file) || isPublicAddress(file))) return false
  return downloads.map(({ id, name, file }) => ({ id: id && /^[\w-]{1,64}$/.test(id) ? id : randomUUID(), name, file }))
}

const isProtectedFile = (file: string): boolean => /^downloads\/[\w-]+\/[^/\\]+$/.test(file)

function isPublicAddress(file: string): boolean {
  if (!URL.canParse(file)) return false
  const { protocol, hostname, username } = new URL(file)
  return protocol === 'https:' && username === '' && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(hostname)
}

import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { retryingConflicts } from '../../../../platform/database/retry-conflict.ts'
import { mergeMeta } from '../../../../platform/rest/meta.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import { errorOf, isRestError, type RestError } from '../../../../platform/rest/response.ts'
import { toGmtIso } from '../../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../../platform/web/page-tags.ts'
import type { EntrySettings } from '../../../../things/entries/settings.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'
import type { SiteSettings } from '../../../../things/settings/site-settings.ts'
import type { InventorySettings } from '../../../inventory/settings.ts'
import { classExists } from '../../../taxes/taxes.store.ts'
import { gramsOf } from '../../pack-size.ts'
import { fetchPicturesJob, type RequestedPicture, uploadIdsByUrl } from '../../pictures-by-address/request-pictures.ts'
import { lockProductsAndStock, readRecords } from '../../product-record.store.ts'
import { isDownloadFile, type ProductInput, type ProductRecord } from '../../product-record.ts'
import { isWebAddress, productCacheTags, type SaveOptions, saveProduct } from '../../save-product.ts'
import { resolveAttributes } from './product-attributes.ts'
import { notFoundToChange, problemError } from './product-errors.ts'
import { columnsOfFields, type ProductFields } from './product-fields.ts'
import { isInternalMeta } from './product-meta.ts'

export type ChangeShop = Pick<Platform, 'db' | 'jobs' | 'now' | 'url'> &
  WithSettings<EntrySettings & SiteSettings & InventorySettings> &
  NonNullable<SaveOptions['shop']>
type Change = { readonly id: number | null; readonly body: ProductFields; readonly author: number }
type Changed = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: RestError }

const refuse = (error: RestError) => ({ ok: false, error }) as const

/** Creates a product from request fields, or changes one. */
export const changeProduct = retryingConflicts((shop: ChangeShop, change: Change) =>
  shop.db.transaction((tx) => changeIn(shop, tx, change)),
)

/** Creates a product from request fields, or changes one, in a transaction of the caller (`retryingConflicts`). */
export async function changeIn(shop: ChangeShop, tx: Tx, { id, body, author }: Change): Promise<Changed> {
  const now = shop.now()
  const { grouped_products: parts = [], upsell_ids: upSells = [], cross_sell_ids: crossSells = [] } = body
  await lockProductsAndStock(tx, id === null ? [] : [id], [...parts, ...upSells, ...crossSells])
  const before = id === null ? undefined : (await readRecords(tx, [id])).get(id)
  if (id !== null && (!before || before.type === 'variation')) return refuse(notFoundToChange)
  const fields = await inputOfFields(shop, tx, before ?? null, body)
  if (isRestError(fields)) return refuse(fields)
  const resolved =
    (body.attributes || body.default_attributes) && (await resolveAttributes(tx, before?.attributes ?? [], body))
  if (resolved && !resolved.ok) return refuse(invalidFields({ [resolved.field]: resolved.message }))
  const input: ProductInput = {
    ...fields,
    ...(id === null ? { isNew: true, name: body.name ?? 'Product' } : { id }),
    type: body.type ?? before?.type ?? 'simple',
    ...(resolved ? { attributes: resolved.attributes } : {}),
  }
  const revisions = { author, keep: shop.settings().revisionsToKeep }
  const reason = input.stockChange === undefined ? 'count' : 'adjusted'
  const saved = await saveProduct(tx, input, { now, shop, revisions, reason })
  if (!saved.ok) return refuse(await problemError(tx, saved.problem, input))
  await invalidatePageTags(tx, await productCacheTags(tx, [saved]))
  return { ok: true, id: saved.id }
}

/** Converts request fields of a product or variation, except its type and attributes. */
export async function inputOfFields(
  shop: ChangeShop,
  tx: Tx,
  before: ProductRecord | null,
  body: ProductFields,
): Promise<Omit<ProductInput, 'type'> | RestError> {
  const unknown = await unknownReference(tx, body)
  if (unknown) return invalidFields({ [unknown]: 'There is no such term.' })
  const pictures = body.images && (await resolveImages(tx, shop.url, body.images))
  if (pictures && !pictures.ok) return pictures.error
  if (pictures && pictures.requested.length > 0) shop.jobs.enqueueSoon(fetchPicturesJob)
  const weight = body.weight?.trim()
  const weightGrams = weight ? gramsOf(weight, shop.settings().weightUnit) : null
  if (weight && weightGrams === null)
    return invalidFields({ weight: 'weight must be a number such as 0.25, or empty.' })
  if (body.downloads?.some(({ file }) => !isDownloadFile(file)))
    return invalidFields({ downloads: 'A file is a protected one of the shop, or has a public address with https.' })
  const { publishedAt, ...columns } = columnsOfFields(body)
  // Responses contain whole seconds: the same date sent back is no change.
  const isSameDate = before && publishedAt && toGmtIso(before.publishedAt) === toGmtIso(publishedAt)
  return {
    ...columns,
    ...(publishedAt === undefined || isSameDate ? {} : { publishedAt }),
    ...(pictures
      ? { pictureIds: pictures.ids, requestedPictures: pictures.requested, pictureTexts: pictures.texts }
      : {}),
    ...(weight === undefined ? {} : { weightGrams }),
    ...(body.downloads ? { downloads: body.downloads.map(withId) } : {}),
    ...(body.meta_data ? { meta: mergeMeta(before?.meta ?? [], body.meta_data, isInternalMeta) } : {}),
  }
}

const taxonomies = { categories: 'product_cat', brands: 'product_brand', tags: 'product_tag' } as const

/** The first field that refers to a nonexistent term or class, or null. */
async function unknownReference(tx: Tx, body: ProductFields): Promise<string | null> {
  for (const field of ['categories', 'brands', 'tags'] as const) {
    const ids = [...new Set(body[field]?.map((term) => term.id))]
    const isNamed = and(eq(terms.taxonomy, taxonomies[field]), isAnyOf(terms.id, ids))
    const existing = await tx.select({ id: terms.id }).from(terms).where(isNamed).for('key share')
    if (existing.length < ids.length) return field
  }
  if (body.tax_class && !(await classExists(tx, body.tax_class))) return 'tax_class'
  if (!body.shipping_class) return null
  const isClass = and(eq(terms.taxonomy, 'product_shipping_class'), eq(terms.slug, body.shipping_class))
  return (await tx.select({ id: terms.id }).from(terms).where(isClass).for('key share')).length === 0
    ? 'shipping_class'
    : null
}

/**
 * Media ids of a product's pictures, in the order sent. Changed names and alternative texts are returned in
 * `texts`, to be written if the save is accepted, and pictures on other sites in `requested`, to be fetched later.
 */
async function resolveImages(tx: Tx, url: string, sent: NonNullable<ProductFields['images']>) {
  const addresses = sent.flatMap(({ id = 0, src }) => (id === 0 && src ? [src] : []))
  const uploadIds = await uploadIdsByUrl(tx, url, addresses)
  const ids = sent.map(({ id = 0, src = '' }) => id || (uploadIds.get(src) ?? 0))
  const pictures = await tx
    .select()
    .from(media)
    .where(and(isPicture, inArray(media.id, ids)))
  const requested: RequestedPicture[] = []
  const texts: NonNullable<ProductInput['pictureTexts']>[number][] = []
  for (const [position, { src, name, alt }] of sent.entries()) {
    const id = ids[position] ?? 0
    const row = pictures.find((one) => one.id === id)
    if (!row && id === 0 && src !== undefined) {
      const problem = `Error getting remote image ${src.slice(0, 200)}.`
      if (!isWebAddress(src)) return refuse(errorOf(400, 'woocommerce_product_image_upload_error', problem))
      requested.push({ position, address: src, title: name ?? '', alt: alt ?? '' })
    } else if (!row) return refuse(unknownImage(id))
    else if ((name ?? row.title) !== row.title || (alt ?? row.alt) !== row.alt)
      texts.push({ id, ...(name === undefined ? {} : { title: name }), ...(alt === undefined ? {} : { alt }) })
  }
  return { ok: true, ids: ids.filter((id) => id > 0), requested, texts } as const
}

const unknownImage = (id: number) =>
  errorOf(400, 'woocommerce_product_invalid_image_id', `#${id} is an invalid image ID.`)

type Download = NonNullable<ProductFields['downloads']>[number]
const withId = ({ id = '', name, file }: Download) => ({ id: /^[\w-]{1,64}$/.test(id) ? id : randomUUID(), name, file })

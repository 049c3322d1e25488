import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { toGmtIso } from '../../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../../platform/web/page-tags.ts'
import type { EntrySettings } from '../../../../things/entries/settings.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { updateMedia } from '../../../../things/media/media.store.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'
import type { SiteSettings } from '../../../../things/settings/site-settings.ts'
import type { InventorySettings } from '../../../inventory/settings.ts'
import { gramsOf } from '../../pack-size.ts'
import { lockProductsAndStock, readRecords } from '../../product-record.store.ts'
import type { ProductInput, ProductRecord } from '../../product-record.ts'
import { productCacheTags, type SaveOptions, saveProduct } from '../../save-product.ts'
import { resolveAttributes } from './product-attributes.ts'
import { notFoundToChange, problemError } from './product-errors.ts'
import { columnsOfFields, type ProductFields } from './product-fields.ts'
import { mergeMeta } from './product-meta.ts'

export type ChangeShop = Pick<Platform, 'db' | 'now'> &
  WithSettings<EntrySettings & SiteSettings & InventorySettings> &
  NonNullable<SaveOptions['shop']>
type Change = { readonly id: number | null; readonly body: ProductFields; readonly author: number }
type Changed = { readonly ok: true; readonly id: number } | { readonly ok: false; readonly error: RestError }

const refuse = (error: RestError) => ({ ok: false, error }) as const
const refuseField = (name: string, message: string) => refuse(invalidFields({ [name]: message }))

/** Makes a product of fields as they were sent, or changes one. */
export async function changeProduct(shop: ChangeShop, change: Change): Promise<Changed> {
  return againIfTaken(() => shop.db.transaction((tx) => changeIn(shop, tx, change)))
}

/** For a save in which somebody takes a code at the same moment. */
export async function againIfTaken<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    // The second attempt finds who was faster.
    if (isTaken(error)) return attempt()
    throw error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '23505') || isTaken(error.cause))

async function changeIn(shop: ChangeShop, tx: Tx, { id, body, author }: Change): Promise<Changed> {
  const now = shop.now()
  if (id !== null) await lockProductsAndStock(tx, [id])
  const before = id === null ? undefined : (await readRecords(tx, [id])).get(id)
  if (id !== null && (!before || before.type === 'variation')) return refuse(notFoundToChange)
  const fields = await inputOfFields(shop, tx, before, body)
  if (!fields.ok) return fields
  const resolved =
    (body.attributes || body.default_attributes) && (await resolveAttributes(tx, before?.attributes ?? [], body))
  if (resolved && !resolved.ok) return refuseField(resolved.field, resolved.message)
  const input: ProductInput = {
    ...fields.input,
    ...(id === null ? { isNew: true, name: body.name ?? 'Product' } : { id }),
    type: body.type ?? before?.type ?? 'simple',
    ...(resolved ? { attributes: resolved.attributes } : {}),
  }
  const revisions = { author, keep: shop.settings().revisionsToKeep }
  const reason = input.stockChange === undefined ? 'count' : 'adjusted'
  const saved = await saveProduct(tx, input, { now, shop, revisions, reason })
  if (!saved.ok) return refuse(await problemError(tx, saved.problem, input))
  await invalidatePageTags(tx, productCacheTags([saved]))
  return { ok: true, id: saved.id }
}

/** What the fields of a product or a variation make of it, without its type and attributes. */
export async function inputOfFields(
  shop: ChangeShop,
  tx: Tx,
  before: Pick<ProductRecord, 'meta' | 'publishedAt'> | null | undefined,
  body: ProductFields,
) {
  const unknown = await unknownReference(tx, body)
  if (unknown) return refuseField(unknown, 'There is no such term.')
  const pictures = body.images && (await resolveImages(tx, body.images, shop.now()))
  if (pictures && !pictures.ok) return pictures
  const weight = body.weight?.trim()
  const weightGrams = weight ? gramsOf(weight, shop.settings().weightUnit) : null
  if (weight && weightGrams === null) return refuseField('weight', 'weight must be a number such as 0.25, or empty.')
  if (body.downloads?.some(({ file }) => !isProtectedFile(file) && !isPublicAddress(file)))
    return refuseField('downloads', 'A file is a protected one of the shop, or has a public address with https.')
  const { publishedAt, ...columns } = columnsOfFields(body)
  // The answer names whole seconds: sent back, they are the date that was.
  const isSameDate = before && publishedAt && toGmtIso(before.publishedAt) === toGmtIso(publishedAt)
  const input: Omit<ProductInput, 'type'> = {
    ...columns,
    ...(publishedAt && !isSameDate ? { publishedAt } : {}),
    ...(pictures ? { pictureIds: pictures.ids } : {}),
    ...(weight === undefined ? {} : { weightGrams }),
    ...(body.downloads ? { downloads: body.downloads.map(withId) } : {}),
    ...(body.meta_data ? { meta: mergeMeta(before?.meta ?? [], body.meta_data) } : {}),
  }
  return { ok: true, input } as const
}

const taxonomies = { categories: 'product_cat', brands: 'product_brand', tags: 'product_tag' } as const

/** The field that names something that is not there. */
async function unknownReference(tx: Tx, body: ProductFields): Promise<string | null> {
  for (const field of ['categories', 'brands', 'tags'] as const) {
    const ids = [...new Set(body[field]?.map((term) => term.id))]
    const found = await tx.$count(terms, and(eq(terms.taxonomy, taxonomies[field]), isAnyOf(terms.id, ids)))
    if (found < ids.length) return field
  }
  const isClass = and(eq(terms.taxonomy, 'product_shipping_class'), eq(terms.slug, body.shipping_class ?? ''))
  return body.shipping_class && (await tx.$count(terms, isClass)) === 0 ? 'shipping_class' : null
}

/** The pictures of a product, in the order they were sent; their names and texts for the blind are written. */
async function resolveImages(tx: Tx, sent: NonNullable<ProductFields['images']>, now: Date) {
  const ids = sent.map((image) => image.id ?? 0)
  const known = await tx
    .select()
    .from(media)
    .where(and(isPicture, inArray(media.id, ids)))
  for (const { id = 0, src, name, alt } of sent) {
    const row = known.find((one) => one.id === id)
    if (!row) {
      const message = id === 0 && src ? `${src} is not in the media library.` : `#${id} is an invalid image ID.`
      return refuse({ status: 400, code: 'woocommerce_product_invalid_image_id', message })
    }
    const texts = { title: name ?? row.title, alt: alt ?? row.alt }
    if (texts.title !== row.title || texts.alt !== row.alt) await updateMedia(tx, id, texts, now)
  }
  return { ok: true, ids } as const
}

type Download = NonNullable<ProductFields['downloads']>[number]
const withId = ({ id = '', name, file }: Download) => ({ id: /^[\w-]{1,64}$/.test(id) ? id : randomUUID(), name, file })

const isProtectedFile = (file: string): boolean => /^downloads\/[\w-]+\/[^/\\]+$/.test(file)

function isPublicAddress(file: string): boolean {
  const { protocol, hostname, username } = URL.canParse(file)
    ? new URL(file)
    : { protocol: '', hostname: '', username: '' }
  return protocol === 'https:' && username === '' && /^([a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(hostname)
}

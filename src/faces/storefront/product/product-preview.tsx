import { Hono } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { Principal } from '../../../platform/rest/call.ts'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import { idOf, isRecord } from '../../../platform/rest/request.ts'
import { isRestError, type RestError } from '../../../platform/rest/response.ts'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../../../shop/catalog/capabilities.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import type { Product } from '../../../shop/catalog/product.ts'
import { readRecords } from '../../../shop/catalog/product-record.store.ts'
import { type ChangeShop, changeProduct } from '../../../shop/catalog/rest/products/change-product.ts'
import { notFound, onlyTexts } from '../../../shop/catalog/rest/products/product-errors.ts'
import { isTextsOnly, productFields } from '../../../shop/catalog/rest/products/product-fields.ts'
import type { StorefrontContext } from '../context.ts'
import { makeProductPage } from './product.routes.tsx'

type PreviewShop = StorefrontContext & ChangeShop

/** The product page with the edited values, saved or not. Nothing is stored or cached. */
export const productPreview = (shop: PreviewShop): Hono =>
  new Hono().post(paths.home, async (context, next) => {
    const { p, preview } = context.req.query()
    const user = preview === 'true' ? await currentUser(context, shop) : null
    if (!user || !can(user, productTextsWrite)) return next()
    const { product: text } = await formFields(context)
    if (text === undefined) return next()
    const changedProduct = await tryProduct(shop, idOf(p), text, user)
    if (isRestError(changedProduct)) return context.text(`It cannot be shown like this. ${changedProduct.message}`, 400)
    const page = await makeProductPage(context, shop, changedProduct, {}, [], {})
    return page ? context.render({ ...page, cache: undefined, noIndex: true }) : context.notFound()
  })

/** The product after this change: it is saved, read and rolled back, so that every rule of a save applies. */
async function tryProduct(
  shop: PreviewShop,
  id: number,
  text: string,
  user: Principal['user'],
): Promise<Product | RestError> {
  const body = parseBodyFields(productFields, readFields(text))
  if (!body.ok) return body.error
  const record = (await readRecords(shop.db, [id])).get(id)
  if (!can(user, productsWrite) && !(record && isTextsOnly(body.value, record))) return onlyTexts
  const { tried } = await shop.db.transaction(async (tx) => {
    // A save uses only what a transaction offers of the database.
    const trial = { ...shop, db: tx } as unknown as PreviewShop
    // Staff see texts that are behind a password.
    const openFields = { ...body.value, post_password: '' }
    const changed = await changeProduct(trial, { id: id === 0 ? null : id, body: openFields, author: user.id })
    const product = changed.ok ? await findProduct(tx, { id: changed.id }, { anyStatus: true }) : changed.error
    // A refused result rolls the save back.
    return { ok: false, tried: product ?? notFound }
  })
  return tried
}

function readFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const sent: unknown = JSON.parse(text)
    return isRecord(sent) ? sent : {}
  } catch {
    return {}
  }
}

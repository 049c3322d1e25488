import { type Context, Hono } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { Principal } from '../../../platform/rest/call.ts'
import { parseBodyFields } from '../../../platform/rest/input.ts'
import { idOf, isRecord } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { formFields } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../../../shop/catalog/capabilities.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import type { Product } from '../../../shop/catalog/product.ts'
import { type ChangeShop, changeProduct } from '../../../shop/catalog/rest/products/change-product.ts'
import { onlyTexts } from '../../../shop/catalog/rest/products/product-errors.ts'
import { isTextsOnly, productFields } from '../../../shop/catalog/rest/products/product-fields.ts'
import { isPreviewKey } from '../../../things/entries/preview-link.ts'
import type { StorefrontContext } from '../context.ts'
import { makeProductPage } from './product.routes.tsx'

type PreviewShop = StorefrontContext & ChangeShop

type Tried = Product | RestError | null

/** Pages of products as they are stored, for whoever has the link, and with what the staff has typed. Never cached. */
export function productPreview(shop: PreviewShop): Hono {
  const show = async (context: Context, product: Product) => {
    const page = await makeProductPage(context, shop, product, {}, [], {})
    return page ? context.render({ ...page, cache: undefined, noIndex: true }) : context.notFound()
  }
  const routes = new Hono()
  routes.get(paths.home, async (context, next) => {
    const { p, preview, preview_nonce: key = '' } = context.req.query()
    const id = idOf(p)
    if (preview !== 'true' || id === 0) return next()
    const isStaff = async () => can(await currentUser(context, shop), productTextsWrite)
    if (!isPreviewKey(shop.secret, id, key, shop.now()) && !(await isStaff())) return next()
    const product = await findProduct(shop.db, { id }, { anyStatus: true })
    return product ? show(context, product) : next()
  })
  routes.post(paths.home, async (context, next) => {
    const { p, preview } = context.req.query()
    if (preview !== 'true') return next()
    const user = await currentUser(context, shop)
    if (!user || !can(user, productTextsWrite)) return next()
    const { product: text } = await formFields(context)
    if (text === undefined) return next()
    const tried = await tryProduct(shop, idOf(p), text, user)
    if (tried && !('code' in tried)) return show(context, tried)
    return context.render({
      title: 'No preview',
      bodyClass: 'page',
      status: 400,
      noIndex: true,
      body: (
        <main id="content">
          <h1>It cannot be shown like this</h1>
          <p>{tried?.message ?? 'There is no such product.'}</p>
        </main>
      ),
    })
  })
  return routes
}

/** The product as this change would make it: it is saved, read and taken back, so that every rule of a save applies. */
async function tryProduct(shop: PreviewShop, id: number, text: string, user: Principal['user']): Promise<Tried> {
  const sent = readJson(text)
  const body = parseBodyFields(productFields, isRecord(sent) ? sent : {})
  if (!body.ok) return body.error
  if (!can(user, productsWrite) && (id === 0 || !isTextsOnly(body.value))) return onlyTexts
  let tried: Tried = null
  const takeBack = new Error('Only tried')
  await shop.db
    .transaction(async (tx) => {
      // A transaction has all that a save needs of the database.
      const trial = { ...shop, db: tx } as unknown as PreviewShop
      const changed = await changeProduct(trial, id === 0 ? null : id, body.value, user.id)
      tried = changed.ok ? await findProduct(tx, { id: changed.id }, { anyStatus: true }) : changed.error
      throw takeBack
    })
    .catch((error: unknown) => {
      if (error !== takeBack) throw error
    })
  return tried
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import type { Context, MiddlewareHandler } from 'hono'
import type { WithSettings } from '../../platform/web/context.ts'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { formFields } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { readUnlockedTexts } from '../catalog/product-password.ts'
import { addedMessage, cartProblemText, parseQuantity } from './cart.ts'
import { currentCartSession, newSessionKey, startCartSession } from './cart-session.ts'
import { setCookiesFor } from './cart-view.tsx'
import { type AddResult, addToCart } from './change-cart.ts'
import type { CartContext } from './context.ts'
import type { AddItemInput } from './resolve-items.ts'
import type { CartSettings } from './settings.ts'

type Fields = Readonly<Record<string, string>>

const MAX_GROUPED_ITEMS = 50

/** `add-to-cart` and `product_id` are synonyms; a grouped product has `quantity[id]` fields, each added if possible. */
export async function addFromFields(context: Context, shop: CartContext, fields: Fields): Promise<AddResult[]> {
  const productId = parseId(fields.product_id ?? fields['add-to-cart'])
  if (productId === null) return [{ ok: false, problem: { kind: 'product-not-found' }, slug: null }]
  const groupedItems = groupedItemInputs(fields)
  if (groupedItems === null) return [await addOne(context, shop, { ...singleItemInput(fields), productId })]
  const results: AddResult[] = []
  for (const item of groupedItems) results.push(await addOne(context, shop, item))
  return results.length > 0 ? results : [await nothingSelected(shop, productId)]
}

const singleItemInput = (fields: Fields): Omit<AddItemInput, 'productId'> => ({
  variationId: parseId(fields.variation_id) ?? undefined,
  requestId: requestIdOf(fields),
  quantity: parseQuantity(fields.quantity) ?? 0,
  choices: choicesIn(fields),
})

/** `attribute_*` fields. */
export const choicesIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('attribute_') ? [[name.slice(10), value.slice(0, 200)]] : [],
    ),
  )

/** The browser's id of this add, which makes a repeated request idempotent. */
const requestIdOf = (fields: Fields): string | undefined => /^[\w-]{8,64}$/.exec(fields.request_id ?? '')?.[0]

function groupedItemInputs(fields: Fields): AddItemInput[] | null {
  const quantityFields = Object.entries(fields).flatMap(([name, value]) => {
    const id = parseId(/^quantity\[(\d+)\]$/.exec(name)?.[1])
    return id === null ? [] : [{ id, text: value.trim() }]
  })
  if (quantityFields.length === 0) return null
  const requestId = requestIdOf(fields)
  return quantityFields
    .filter(({ text }) => text !== '' && !/^0+$/.test(text))
    .slice(0, MAX_GROUPED_ITEMS)
    .map(({ id, text }) => ({
      productId: id,
      quantity: parseQuantity(text) ?? 0,
      choices: {},
      requestId: requestId && `${requestId}-${id}`,
    }))
}

async function nothingSelected(shop: CartContext, productId: number): Promise<AddResult> {
  const product = await findProduct(shop.db, { id: productId })
  if (!product) return { ok: false, problem: { kind: 'product-not-found' }, slug: null }
  return { ok: false, problem: { kind: 'choose-grouped-items', name: product.name }, slug: product.slug }
}

/** A visitor gets a session and its cookie only after an item was added. */
async function addOne(context: Context, shop: CartContext, sent: AddItemInput): Promise<AddResult> {
  const input = { ...sent, isUnlocked: (await readUnlockedTexts(context, shop, sent.productId)) !== null }
  const session = await currentCartSession(context, shop)
  if (session) return addToCart(shop.db, session.key, input, shop.now())
  const startedId = startedSessions.get(context.req.raw)
  const id = startedId ?? newSessionKey()
  const added = await addToCart(shop.db, id, input, shop.now())
  if (added.ok && startedId === undefined) {
    startCartSession(context, shop, id)
    startedSessions.set(context.req.raw, id)
  }
  return added
}

/** Sessions started by the current request, whose cookie cannot contain them yet. */
const startedSessions = new WeakMap<Request, string>()

export const parseId = (text = ''): number | null => (/^[1-9][0-9]{0,8}$/.test(text.trim()) ? Number(text) : null)

export function addNotices(results: readonly AddResult[]): FlashNotice[] {
  const viewCart = { href: paths.cart, label: 'View cart', className: 'button wc-forward' }
  return results.map((result) =>
    result.ok
      ? { kind: 'success', text: addedMessage(result.name, result.quantity), link: viewCart }
      : { kind: 'error', text: cartProblemText(result.problem) },
  )
}

/** API, asset and admin paths, where `?add-to-cart=` is ignored. */
const nonPagePaths = /^\/(wp-|assets\/|healthz|wc-api)|\.\w+$/

const addToCartParams = /^(add-to-cart|product_id|variation_id|quantity(\[\d+\])?|request_id)$/

const withoutAddParams = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !addToCartParams.test(name))

type WithoutScriptContext = CartContext & WithSettings<CartSettings>

/** `?add-to-cart=` on any page and the product form: adds and redirects (docs/decisions/adding-without-script.md). */
export const addToCartWithoutScript =
  (shop: WithoutScriptContext): MiddlewareHandler =>
  async (context, next) => {
    const isForm = context.req.method === 'POST' && context.req.path.startsWith('/product/')
    if ((context.req.method !== 'GET' && !isForm) || nonPagePaths.test(context.req.path)) return next()
    const query = context.req.query()
    const fields = isForm ? { ...query, ...(await formFields(context)) } : query
    if (fields['add-to-cart'] === undefined || !isPageRequest(context)) return next()
    if (isPrefetch(context)) return context.text('Not ahead of time.', 503, { 'cache-control': 'no-store' })

    const results = await addFromFields(context, shop, fields)
    const added = results.findLast((result) => result.ok)
    if (added) setCookiesFor(context, shop, added.cart)
    setFlash(context, shop, addNotices(results))
    return context.redirect(redirectTarget(context, shop, results), 303)
  }

function redirectTarget(context: Context, shop: WithoutScriptContext, results: readonly AddResult[]): string {
  const { pathname, searchParams, host } = new URL(context.req.url)
  if (results.every((result) => result.ok) && shop.settings().cartRedirectAfterAdd === 'yes') return paths.cart
  const [single] = results
  // A product that cannot be added from a listing is shown on its own page, where options can be chosen.
  if (results.length === 1 && single && !single.ok && single.slug !== null && !pathname.startsWith('/product/'))
    return hrefs.product(single.slug)
  const ownParams = withoutAddParams(searchParams)
  const remainingParams =
    ownParams.length > 0
      ? ownParams
      : refererQuery(context.req.header('referer'), pathname, [host, new URL(shop.url).host])
  // A path starting with two slashes would redirect to another host.
  const path = `/${pathname.replace(/^\/+/, '')}`
  return remainingParams.length === 0 ? path : `${path}?${new URLSearchParams(remainingParams)}`
}

/** A product card's link contains only the add parameters; the filters of its listing are in the referring URL. */
function refererQuery(referer = '', pathname: string, hosts: readonly string[]): [string, string][] {
  const refererUrl = URL.parse(referer)
  if (!refererUrl || !hosts.includes(refererUrl.host) || refererUrl.pathname !== pathname) return []
  return withoutAddParams(refererUrl.searchParams)
}

/** Whether the browser is loading a page: an image or script with such a URL adds nothing. */
export const isPageRequest = (context: Context): boolean =>
  ['document', 'empty', undefined].includes(context.req.header('sec-fetch-dest'))

/** Browsers prefetch pages that may be opened next; a prefetch adds nothing. */
export const isPrefetch = (context: Context): boolean =>
  /prefetch/.test(`${context.req.header('sec-purpose')} ${context.req.header('purpose')}`)

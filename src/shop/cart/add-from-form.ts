import type { Context } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import type { FlashNotice } from '../../platform/web/flash.tsx'
import { hrefs } from '../../platform/web/routes.ts'
import { findProduct } from '../catalog/catalog.store.ts'
import { addedMessage, cartProblemText, parseQuantity } from './cart.ts'
import { newCartSessionId, startCartSession } from './cart-session.ts'
import { type AddItemInput, addToCart, type ItemAdded, type ItemNotAdded } from './change-cart.ts'
import { currentCartSession } from './current-cart-session.ts'

type Fields = Readonly<Record<string, string>>

/** Parts of a grouped product are asked for in one form, each with its own quantity. */
const MAX_GROUPED_ITEMS = 50

/**
 * Adds what a form or link names. `add-to-cart` and `product_id` mean the same, choices are `attribute_*` fields, and
 * the parts of a grouped product are `quantity[id]` fields: of these each is added that can be.
 */
export async function addFromFields(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
  fields: Fields,
): Promise<readonly (ItemAdded | ItemNotAdded)[]> {
  const productId = parseId(fields.product_id ?? fields['add-to-cart'])
  if (productId === null) return [{ ok: false, problem: { kind: 'product-not-found' }, slug: null }]
  const groupedItems = groupedItemInputs(fields)
  if (groupedItems === null) return [await addOne(context, shop, { ...singleItemInput(fields), productId })]
  const results: (ItemAdded | ItemNotAdded)[] = []
  for (const item of groupedItems) results.push(await addOne(context, shop, item))
  return results.length > 0 ? results : [await nothingSelected(shop, productId)]
}

function singleItemInput(fields: Fields): Omit<AddItemInput, 'productId'> {
  const variationId = parseId(fields.variation_id)
  const requestId = requestIdOf(fields)
  return {
    ...(variationId === null ? {} : { variationId }),
    ...(requestId === undefined ? {} : { requestId }),
    quantity: parseQuantity(fields.quantity) ?? 0,
    choices: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith('attribute_') ? [[name.slice(10), value.slice(0, 200)]] : [],
      ),
    ),
  }
}

/** The browser's own name for this wish, so that sending it twice adds once. */
const requestIdOf = (fields: Fields): string | undefined => /^[\w-]{8,64}$/.exec(fields.request_id ?? '')?.[0]

/** The `quantity[id]` fields with something in them; null when the form is not one of a grouped product. */
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
      ...(requestId === undefined ? {} : { requestId: `${requestId}-${id}` }),
    }))
}

async function nothingSelected(shop: Pick<Platform, 'db'>, productId: number): Promise<ItemNotAdded> {
  const product = await findProduct(shop.db, { id: productId })
  if (!product) return { ok: false, problem: { kind: 'product-not-found' }, slug: null }
  return { ok: false, problem: { kind: 'choose-grouped-items', name: product.name }, slug: product.slug }
}

/** A visitor's session, and its cookie, begin only when something really went in. */
async function addOne(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
  input: AddItemInput,
): Promise<ItemAdded | ItemNotAdded> {
  const session = await currentCartSession(context, shop)
  if (session) return addToCart(shop.db, session.id, input, shop.now())
  const startedId = startedSessions.get(context.req.raw)
  const id = startedId ?? newCartSessionId()
  const added = await addToCart(shop.db, id, input, shop.now())
  if (added.ok && startedId === undefined) {
    startCartSession(context, shop, id)
    startedSessions.set(context.req.raw, id)
  }
  return added
}

/** Sessions that began with this very request: its cookie cannot name them yet. */
const startedSessions = new WeakMap<Request, string>()

function parseId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9][0-9]{0,8}$/.test(text.trim())) return null
  return Number(text)
}

/** What an add without script tells on the page that is shown next. */
export function addNotices(results: readonly (ItemAdded | ItemNotAdded)[]): FlashNotice[] {
  const viewCart = { href: hrefs.cart(), label: 'View cart', className: 'button wc-forward' }
  return results.map((result) =>
    result.ok
      ? { kind: 'success', text: addedMessage(result.name, result.quantity), link: viewCart }
      : { kind: 'error', text: cartProblemText(result.problem) },
  )
}

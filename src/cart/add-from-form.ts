import type { Context } from 'hono'
import { findProduct } from '../catalog/catalog.store.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { FlashNotice } from '../web/flash.tsx'
import { addedText, problemText, readQuantity } from './cart.ts'
import { type Added, addToCart, type NotAdded, type Wish } from './change-cart.ts'
import { newSessionId, startSession } from './session.ts'
import { readSession } from './shopper.ts'

type Fields = Readonly<Record<string, string>>

/** Parts of a grouped product are asked for in one form, each with its own quantity. */
const MOST_PARTS = 50

/**
 * Adds what a form or link names. `add-to-cart` and `product_id` mean the same, choices are `attribute_*` fields, and
 * the parts of a grouped product are `quantity[id]` fields: of these each is added that can be.
 */
export async function addFromFields(
  context: Context,
  shop: Shop,
  fields: Fields,
): Promise<readonly (Added | NotAdded)[]> {
  const productId = readId(fields.product_id ?? fields['add-to-cart'])
  if (productId === null) return [{ ok: false, problem: { kind: 'no-such-product' }, slug: null }]
  const parts = partsOf(fields)
  if (parts === null) return [await addOne(context, shop, { ...singleWish(fields), productId })]
  const results: (Added | NotAdded)[] = []
  for (const part of parts) results.push(await addOne(context, shop, part))
  return results.length > 0 ? results : [await nothingChosen(shop, productId)]
}

function singleWish(fields: Fields): Omit<Wish, 'productId'> {
  const variationId = readId(fields.variation_id)
  const requestId = requestIdOf(fields)
  return {
    ...(variationId === null ? {} : { variationId }),
    ...(requestId === undefined ? {} : { requestId }),
    quantity: readQuantity(fields.quantity) ?? 0,
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
function partsOf(fields: Fields): Wish[] | null {
  const named = Object.entries(fields).flatMap(([name, value]) => {
    const id = readId(/^quantity\[(\d+)\]$/.exec(name)?.[1])
    return id === null ? [] : [{ id, text: value.trim() }]
  })
  if (named.length === 0) return null
  const requestId = requestIdOf(fields)
  return named
    .filter(({ text }) => text !== '' && !/^0+$/.test(text))
    .slice(0, MOST_PARTS)
    .map(({ id, text }) => ({
      productId: id,
      quantity: readQuantity(text) ?? 0,
      choices: {},
      ...(requestId === undefined ? {} : { requestId: `${requestId}-${id}` }),
    }))
}

async function nothingChosen(shop: Shop, productId: number): Promise<NotAdded> {
  const product = await findProduct(shop.db, { id: productId })
  if (!product) return { ok: false, problem: { kind: 'no-such-product' }, slug: null }
  return { ok: false, problem: { kind: 'choose-parts', name: product.name }, slug: product.slug }
}

/** A visitor's session, and its cookie, begin only when something really went in. */
async function addOne(context: Context, shop: Shop, wish: Wish): Promise<Added | NotAdded> {
  const session = await readSession(context, shop)
  if (session) return addToCart(shop.db, session.id, wish, shop.now())
  const begun = visitors.get(context.req.raw)
  const id = begun ?? newSessionId()
  const added = await addToCart(shop.db, id, wish, shop.now())
  if (added.ok && begun === undefined) {
    startSession(context, shop, id)
    visitors.set(context.req.raw, id)
  }
  return added
}

/** Sessions that began with this very request: its cookie cannot name them yet. */
const visitors = new WeakMap<Request, string>()

function readId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9][0-9]{0,8}$/.test(text.trim())) return null
  return Number(text)
}

/** What an add without script tells on the page that is shown next. */
export function addNotices(results: readonly (Added | NotAdded)[]): FlashNotice[] {
  const viewCart = { href: hrefs.cart(), label: 'View cart', className: 'button wc-forward' }
  return results.map((result) =>
    result.ok
      ? { kind: 'success', text: addedText(result.name, result.quantity), link: viewCart }
      : { kind: 'error', text: problemText(result.problem) },
  )
}

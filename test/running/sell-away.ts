import { cardToken, newBuyer } from './buyer.ts'

/**
 * Somebody has all there is of a product in the cart, and meanwhile somebody else buys two of them. `shop` is the shop's
 * address; answers the cookies of the one who is left with too many.
 */
export async function sellAway(shop: string, slug: string): Promise<ReadonlyMap<string, string>> {
  const ask = (path: string, init?: RequestInit) => fetch(shop + path, { ...init, redirect: 'manual' })
  const found = await (await ask(`/wp-json/wc/store/v1/products?slug=${slug}`)).json()
  const [product] = found as { id: number; add_to_cart: { maximum: number } }[]
  if (!product) throw new Error(`${slug} is not in the shop`)
  const keeper = newBuyer(ask)
  await keeper.add(product.id, product.add_to_cart.maximum)
  const other = newBuyer(ask)
  await other.add(product.id, 2)
  const page = await other.openCheckout()
  const bought = await other.checkout(page, { stripe_cc_token_key: await cardToken(page) })
  if (bought.result !== 'success') throw new Error(`The other one could not buy: ${bought.messages}`)
  return keeper.cookies
}

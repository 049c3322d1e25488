import { cardToken, newBuyer } from './buyer.ts'

/**
 * One shopper puts all remaining stock of a product into the cart, and another shopper buys two pieces of it. `shop` is
 * the shop's URL; returns the cookies of the first shopper, whose quantity is now too high.
 */
export async function oversellCart(shop: string, slug: string): Promise<ReadonlyMap<string, string>> {
  const sendRequest = (path: string, init?: RequestInit) => fetch(shop + path, { ...init, redirect: 'manual' })
  const response = await (await sendRequest(`/wp-json/wc/store/v1/products?slug=${slug}`)).json()
  const [product] = response as { id: number; add_to_cart: { maximum: number } }[]
  if (!product) throw new Error(`${slug} is not in the shop`)
  const firstBuyer = newBuyer(sendRequest)
  await firstBuyer.add(product.id, product.add_to_cart.maximum)
  const secondBuyer = newBuyer(sendRequest)
  await secondBuyer.add(product.id, 2)
  const page = await secondBuyer.openCheckout()
  const checkout = await secondBuyer.checkout(page, { stripe_cc_token_key: await cardToken(page) })
  if (checkout.result !== 'success') throw new Error(`The other one could not buy: ${checkout.messages}`)
  return firstBuyer.cookies
}

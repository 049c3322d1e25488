import { type Buyer, linesOf, type SendRequest } from '../../../test/running/buyer.ts'
import { openShop } from '../../../test/support/shop.ts'
import { cartCookieName } from './cart-session.ts'

/** The lines of the cart, as its fragments show them. */
export async function cartOf(shopper: Buyer) {
  const answer = (await (await shopper.send('/?wc-ajax=get_refreshed_fragments')).json()) as Parameters<
    typeof linesOf
  >[0]
  return linesOf(answer)
}
/** Product and quantity of each line. */
export const quantities = async (shopper: Buyer) =>
  (await cartOf(shopper)).map(({ productId, quantity }) => [productId, quantity])
/** The HTML of a page. */
export const page = async (shopper: Buyer, path: string) => (await shopper.send(path)).text()
/** The nonce of the cart’s form. */
export const nonceOf = (html: string) => /name="woocommerce-cart-nonce" value="([^"]+)"/.exec(html)?.[1] ?? ''
/** The page that a response redirects to. */
export const follow = (shopper: Buyer, response: Response) => page(shopper, response.headers.get('location') ?? '')

/** A shop, and buyers whose browsers run no script. */
export async function openTestCart() {
  const { app, shop, db } = await openShop()
  const ask: SendRequest = async (path, init) => app.request(path, init)
  const sessionOf = (shopper: Buyer) =>
    decodeURIComponent(shopper.cookies.get(cartCookieName(shop.url)) ?? '').split('|')[0] ?? ''

  return { app, shop, db, ask, sessionOf }
}

import { solveProof } from '../../src/people/abuse/solve-challenge.client.ts'
import { cards, cardToken, completeAuthentication, type Fields, newBuyer, requestSender } from './buyer.ts'
import { demo, newCustomerAddress } from './demo-shop.ts'

type Cookie = { readonly name: string; readonly value: string }

/**
 * Orders a tea and a teapot with a card that is declined, as a guest or with the cookies of a customer. Returns the
 * payment link of the order.
 */
export async function unpaidOrder(
  url: string,
  address: Fields = newCustomerAddress(),
  cookies: readonly Cookie[] = [],
): Promise<string> {
  const buyer = newBuyer(requestSender(url))
  for (const { name, value } of cookies) buyer.cookies.set(name, value)
  for (const slug of [demo.simple, demo.teaware]) {
    const html = await (await buyer.send(`/product/${slug}/`)).text()
    const tag = /<button[^>]*name="add-to-cart"[^>]*>/.exec(html)?.[0] ?? ''
    await buyer.add(Number(/value="(\d+)"/.exec(tag)?.[1]))
  }
  const page = await buyer.openCheckout()
  const card = await cardToken(page, cards.requiresAuthentication)
  // A browser does this too: attempts without a proof of work have a low limit.
  const response = await buyer.send('/wp-json/samovar/v1/challenge')
  const { challenge } = (await response.json()) as { challenge: object }
  const proof = await solveProof(challenge)
  const { redirect = '' } = await buyer.checkout(page, { ...address, stripe_cc_token_key: card, proof })
  await completeAuthentication(page, redirect, 'fail')
  const data = JSON.parse(
    Buffer.from(decodeURIComponent(redirect.slice('#response='.length)), 'base64').toString(),
  ) as {
    order_id: number
    order_key: string
  }
  return `/checkout/order-pay/${data.order_id}/?pay_for_order=true&key=${data.order_key}`
}

import { solve } from '../../src/abuse/solve-proof.client.ts'
import { askOver, cards, cardToken, type Fields, newBuyer, sayYesAtTheBank } from './buyer.ts'
import { demo, newcomer } from './demo-shop.ts'

/** Somebody orders a tea and a pot, and their bank refuses. Where the order can be paid after all. */
export async function unpaidOrder(url: string, address: Fields = newcomer()): Promise<string> {
  const buyer = newBuyer(askOver(url))
  for (const slug of [demo.simple, demo.teaware]) {
    const html = await (await buyer.send(`/product/${slug}/`)).text()
    const tag = /<button[^>]*name="add-to-cart"[^>]*>/.exec(html)?.[0] ?? ''
    await buyer.add(Number(/value="(\d+)"/.exec(tag)?.[1]))
  }
  const page = await buyer.openCheckout()
  const card = await cardToken(page, cards.asksBank)
  // As browsers do: of tries without a proof a shop lets few fail.
  const answer = await buyer.send('/wp-json/samovar/v1/challenge')
  const { challenge } = (await answer.json()) as { challenge: object }
  const proof = await solve(challenge)
  const { redirect = '' } = await buyer.checkout(page, { ...address, stripe_cc_token_key: card, proof })
  await sayYesAtTheBank(page, redirect, 'fail')
  const data = JSON.parse(
    Buffer.from(decodeURIComponent(redirect.slice('#response='.length)), 'base64').toString(),
  ) as {
    order_id: number
    order_key: string
  }
  return `/checkout/order-pay/${data.order_id}/?pay_for_order=true&key=${data.order_key}`
}

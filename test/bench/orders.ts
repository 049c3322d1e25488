/** Whole purchases, as browsers make them: add, checkout page, new totals, pay by card, thanks page. */
import { askOver, newBuyer } from '../running/buyer.ts'
import { percentile } from './load.ts'

export type Orders = {
  readonly perSecond: number
  /** Milliseconds of the one call that places and pays the order. */
  readonly place: { readonly p50: number; readonly p95: number }
  /** Milliseconds of the whole purchase. */
  readonly whole: { readonly p50: number; readonly p95: number }
  readonly failed: number
}

/** The provider's name for a card that pays, made as its browser script would. */
async function cardToken(providerUrl: string, publishableKey: string): Promise<string> {
  const card = {
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  }
  const answer = await fetch(`${providerUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ type: 'card', ...card }),
  })
  const made = (await answer.json()) as { id?: string }
  if (!made.id) throw new Error(`The provider gave no card: ${answer.status}`)
  return made.id
}

export async function placeOrders(shopUrl: string, productId: number, count: number, atOnce: number): Promise<Orders> {
  const places: number[] = []
  const wholes: number[] = []
  let failed = 0
  let begun = 0
  const began = performance.now()
  const buyOne = async (): Promise<void> => {
    const buyer = newBuyer(askOver(shopUrl))
    const start = performance.now()
    await buyer.add(productId)
    const page = await buyer.openCheckout()
    await (await buyer.review(page)).arrayBuffer()
    const token = await cardToken(page.providerUrl, page.publishableKey)
    const placing = performance.now()
    const answer = await buyer.checkout(page, { stripe_cc_token_key: token })
    places.push(performance.now() - placing)
    if (answer.result !== 'success' || !answer.redirect) {
      failed += 1
      return
    }
    const thanks = await buyer.send(new URL(answer.redirect).pathname + new URL(answer.redirect).search)
    if (!(await thanks.text()).includes('Thank you')) failed += 1
    wholes.push(performance.now() - start)
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (begun < count) {
        begun += 1
        await buyOne()
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: count / seconds,
    place: { p50: percentile(places, 0.5), p95: percentile(places, 0.95) },
    whole: { p50: percentile(wholes, 0.5), p95: percentile(wholes, 0.95) },
    failed,
  }
}

/**
 * A complete purchase, many times: add, checkout page, review, place the order, order received. Some runs have no
 * pauses, which shows the capacity of the machine; in the others buyers look at each page for about half a second.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type CheckoutResponse, cardToken, newBuyer, requestSender, type SendRequest } from '../running/buyer.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import type { ShopProcess } from '../running/shop-process.ts'
import type { RecordedResponse } from './baseline-server.ts'
import { startBaselineServer } from './processes.ts'
import { recordResponse } from './record-response.ts'
import { findUnlimitedProduct } from './unlimited-product.ts'

const orders = Number(process.env.SAMOVAR_BENCH_ORDERS ?? 240)
/**
 * These orders are not counted: the engine is still optimizing the code, and buyers who start together are still in
 * step.
 */
const WARMUP_ORDERS = 120
const PAUSE_MS = { min: 350, max: 650 }
const stepNames = ['add', 'checkout page', 'review', 'place order', 'order received'] as const
type StepName = (typeof stepNames)[number]
type Times = Record<StepName | 'total', number>

/**
 * A purchase by bank transfer measures only the shop; by card, the provider's sandbox also works in the same process.
 */
type PaymentType = 'bank' | 'card'
type Run = { readonly paymentType: PaymentType; readonly concurrency: number; readonly pauses: boolean }

export type FlowResult = {
  readonly paymentType: PaymentType
  readonly concurrency: number
  readonly pauses: boolean
  readonly perSecond: number
  readonly barePerSecond: number
  readonly ratio: number
  readonly steps: readonly { readonly name: string; readonly p50: number; readonly p95: number; readonly p99: number }[]
}

export async function measureFlows(shop: ShopProcess): Promise<FlowResult[]> {
  const productId = await findUnlimitedProduct(shop.url)
  const sendRequest = requestSender(shop.url)
  const responses = await recordPurchase(shop.url, productId)
  const bare = await startBaselineServer(await findFreePortPair(), responses)
  const results: FlowResult[] = []
  const runs: readonly Run[] = [
    // These runs precede those by card, which leave provider events to process.
    { paymentType: 'bank', concurrency: 1, pauses: false },
    { paymentType: 'bank', concurrency: 16, pauses: false },
    { paymentType: 'bank', concurrency: 16, pauses: true },
    { paymentType: 'card', concurrency: 1, pauses: false },
    { paymentType: 'card', concurrency: 4, pauses: false },
    // More buyers at the same time would need a proof of work (src/shop/risk/checkout-throttle.ts).
    { paymentType: 'card', concurrency: 12, pauses: false },
    { paymentType: 'card', concurrency: 16, pauses: true },
  ]
  for (const run of runs) {
    const count = (run.pauses ? orders / 2 : orders) + WARMUP_ORDERS
    const tokens =
      run.paymentType === 'card' ? await tokensFor(sendRequest, productId, count) : Array<string>(count).fill('')
    // A warm-up with pauses would take minutes.
    if (run.pauses)
      await runMany(sendRequest, productId, tokens.splice(0, WARMUP_ORDERS), { ...run, concurrency: 12, pauses: false })
    const ours = await runMany(sendRequest, productId, tokens, run, run.pauses ? 0 : WARMUP_ORDERS)
    const counted = tokens.slice(-ours.times.length)
    const baseline = await runMany(requestSender(`http://127.0.0.1:${bare.port}`), productId, counted, run)
    results.push({
      ...run,
      perSecond: ours.perSecond,
      barePerSecond: baseline.perSecond,
      ratio: ours.perSecond / baseline.perSecond,
      steps: [...stepNames, 'total' as const].map((name) => ({
        name,
        ...percentiles(ours.times.map((time) => time[name])),
      })),
    })
  }
  await bare.stop()
  return results
}

export function flowText({
  paymentType,
  concurrency,
  pauses,
  perSecond,
  barePerSecond,
  ratio,
  steps,
}: FlowResult): string {
  const head = `\nplacing an order by ${paymentType}, ${concurrency} at once${pauses ? ' with pauses' : ''}: ${perSecond.toFixed(1)} orders/s of ${barePerSecond.toFixed(0)}, ratio ${ratio.toFixed(3)}`
  const rows = steps.map(
    ({ name, p50, p95, p99 }) => `  ${name.padEnd(16)} ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`,
  )
  return [head, ...rows].join('\n')
}

/** Buys with each token. The first `warm` purchases are not counted; the others follow without a break. */
async function runMany(
  sendRequest: SendRequest,
  productId: number,
  tokens: readonly string[],
  { concurrency, pauses }: Run,
  warmupCount = 0,
) {
  const pendingTokens = [...tokens]
  const times: Times[] = []
  let startedCount = 0
  let started = performance.now()
  const runBuyer = async (_: unknown, index: number) => {
    let step = 0
    const viewPage = async () => {
      step += 1
      if (pauses) await pause(PAUSE_MS.min + ((index * 97 + step * 31) % (PAUSE_MS.max - PAUSE_MS.min)))
    }
    if (pauses) await pause((index * PAUSE_MS.max) / concurrency)
    for (let token = pendingTokens.pop(); token !== undefined; token = pendingTokens.pop()) {
      const isCounted = startedCount >= warmupCount
      if (startedCount === warmupCount) started = performance.now()
      startedCount += 1
      const purchaseTimes = await buyOnce(sendRequest, productId, token, viewPage)
      if (isCounted) times.push(purchaseTimes)
    }
  }
  await Promise.all(Array.from({ length: concurrency }).map(runBuyer))
  return { times, perSecond: times.length / ((performance.now() - started) / 1000) }
}

const ORDERS_PER_ROUND = 250
const ROUNDS = 7
/** The number of warm-up rounds, which are not counted. */
const WARMUP_ROUNDS = 2

export type PlaceOrderTimes = {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** By card, more buyers at the same time would need a proof of work. */
const buyersAtOnce = { bank: 16, card: 12 } as const

/**
 * Measures only "Place order", many at a time: carts, addresses and card tokens are prepared beforehand. Returns the
 * median round.
 */
export async function measurePlaceOrder(
  shop: ShopProcess,
  paymentType: PaymentType = 'bank',
): Promise<PlaceOrderTimes> {
  const productId = await findUnlimitedProduct(shop.url)
  const rounds: PlaceOrderTimes[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ready: (() => Promise<CheckoutResponse>)[] = []
    while (ready.length < ORDERS_PER_ROUND)
      ready.push(await prepareOrder(requestSender(shop.url), productId, paymentType))
    const times: number[] = []
    const started = performance.now()
    const runBuyer = async () => {
      for (let placeOrder = ready.pop(); placeOrder; placeOrder = ready.pop()) {
        const before = performance.now()
        const response = await placeOrder()
        if (response.result !== 'success') throw new Error(`An order was refused: ${response.messages}`)
        times.push(performance.now() - before)
      }
    }
    await Promise.all(Array.from({ length: buyersAtOnce[paymentType] }, runBuyer))
    rounds.push({ ...percentiles(times), perSecond: (ORDERS_PER_ROUND / (performance.now() - started)) * 1000 })
  }
  const counted = rounds.slice(WARMUP_ROUNDS).toSorted((a, b) => a.p95 - b.p95)
  const middle = counted[Math.floor(counted.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

async function prepareOrder(
  sendRequest: SendRequest,
  productId: number,
  paymentType: PaymentType,
): Promise<() => Promise<CheckoutResponse>> {
  const buyer = newBuyer(sendRequest)
  await buyer.add(productId)
  const page = await buyer.openCheckout()
  await (await buyer.review(page)).arrayBuffer()
  const email = `buyer-${nextBuyer++}@shop.test`
  const payment: Record<string, string> =
    paymentType === 'card' ? { stripe_cc_token_key: await cardToken(page) } : { payment_method: 'bacs' }
  return () => buyer.checkout(page, { ...payment, billing_email: email })
}

export const placeOrderText = ({ perSecond, p50, p95, p99 }: PlaceOrderTimes, by: PaymentType = 'bank'): string =>
  `\nplace order alone, by ${by}, ${buyersAtOnce[by]} under way: ${perSecond.toFixed(0)} a second, p50 / p95 / p99 ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`

let nextBuyer = 1

async function buyOnce(
  sendRequest: SendRequest,
  productId: number,
  token: string,
  viewPage: () => Promise<void> = async () => {},
): Promise<Times> {
  const buyer = newBuyer(sendRequest)
  const times: Partial<Times> = {}
  let total = 0
  const step = async <T>(name: StepName, work: () => Promise<T>): Promise<T> => {
    const before = performance.now()
    const result = await work()
    const took = performance.now() - before
    times[name] = took
    total += took
    await viewPage()
    return result
  }
  await step('add', () => buyer.add(productId))
  const page = await step('checkout page', () => buyer.openCheckout())
  await step('review', async () => (await buyer.review(page)).arrayBuffer())
  const response = await step('place order', () =>
    buyer.checkout(page, {
      ...(token === '' ? { payment_method: 'bacs' } : { stripe_cc_token_key: token }),
      // Each order has a new email address: one customer with so many orders would need a proof of work.
      billing_email: `buyer-${nextBuyer++}@shop.test`,
    }),
  )
  if (response.result !== 'success' || !response.redirect) throw new Error(`An order was refused: ${response.messages}`)
  const { pathname, search } = new URL(response.redirect)
  await step('order received', async () => (await buyer.send(pathname + search)).arrayBuffer())
  return { ...times, total } as Times
}

/** Card tokens created beforehand, because that is work of the browser and the provider, not of the shop. */
async function tokensFor(sendRequest: SendRequest, productId: number, count: number): Promise<string[]> {
  const buyer = newBuyer(sendRequest)
  await buyer.add(productId)
  const page = await buyer.openCheckout()
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await cardToken(page))
  return tokens
}

/** One purchase, with every response recorded for the bare server. */
async function recordPurchase(shopUrl: string, productId: number): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = []
  const recording: SendRequest = async (path, init) => {
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : undefined
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...type }
    const response = await recordResponse(shopUrl, path, {
      method: init?.method ?? 'GET',
      headers,
      ...(body ? { body } : {}),
    })
    responses.push(response)
    return new Response(Buffer.from(response.base64, 'base64'), {
      status: response.status,
      headers: response.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }
  const [token = ''] = await tokensFor(requestSender(shopUrl), productId, 1)
  await buyOnce(recording, productId, token)
  return responses
}

function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

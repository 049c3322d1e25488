/**
 * A whole purchase, many times: add, checkout page, review, place the order, order received. Some runs press without a
 * pause, which tells what the machine bears; in the others buyers look at each page for about half a second.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Ask, askOver, type CheckoutAnswer, cardToken, newBuyer } from '../running/buyer.ts'
import { freePorts } from '../running/free-ports.ts'
import type { ShopProcess } from '../running/shop-process.ts'
import type { CannedAnswer } from './bare-server.ts'
import { canned } from './canned.ts'
import { startBareServer } from './processes.ts'
import { plentifulProduct } from './shelf.ts'

const orders = Number(process.env.SAMOVAR_BENCH_ORDERS ?? 240)
/** Not counted: the engine learns what is done over and over, and buyers who begin together do not stay together. */
const WARM_ORDERS = 120
const PAUSE_MS = { least: 350, most: 650 }
const stepNames = ['add', 'checkout page', 'review', 'place order', 'order received'] as const
type StepName = (typeof stepNames)[number]
type Times = Record<StepName | 'whole', number>

/** By bank the shop alone is measured; by card the provider's sandbox works in the same process. */
type Way = 'bank' | 'card'
type Run = { readonly way: Way; readonly atOnce: number; readonly pauses: boolean }

export type FlowResult = {
  readonly way: Way
  readonly atOnce: number
  readonly pauses: boolean
  readonly perSecond: number
  readonly barePerSecond: number
  readonly ratio: number
  readonly steps: readonly { readonly name: string; readonly p50: number; readonly p95: number; readonly p99: number }[]
}

export async function measureFlows(shop: ShopProcess): Promise<FlowResult[]> {
  const productId = await plentifulProduct(shop.url)
  const ask = askOver(shop.url)
  const answers = await recordOne(shop.url, productId)
  const bare = await startBareServer(await freePorts(), answers)
  const results: FlowResult[] = []
  const runs: readonly Run[] = [
    // Before those by card, which leave news of the provider to be worked through.
    { way: 'bank', atOnce: 1, pauses: false },
    { way: 'bank', atOnce: 16, pauses: false },
    { way: 'bank', atOnce: 16, pauses: true },
    { way: 'card', atOnce: 1, pauses: false },
    { way: 'card', atOnce: 4, pauses: false },
    // More at once would have to bring the proof of work that browsers do (src/checkout/order-door.ts).
    { way: 'card', atOnce: 12, pauses: false },
    { way: 'card', atOnce: 16, pauses: true },
  ]
  for (const run of runs) {
    const count = (run.pauses ? orders / 2 : orders) + WARM_ORDERS
    const tokens = run.way === 'card' ? await tokensFor(ask, productId, count) : Array<string>(count).fill('')
    // People with pauses would take minutes to warm it.
    if (run.pauses) await runMany(ask, productId, tokens.splice(0, WARM_ORDERS), { ...run, atOnce: 12, pauses: false })
    const ours = await runMany(ask, productId, tokens, run, run.pauses ? 0 : WARM_ORDERS)
    const counted = tokens.slice(-ours.times.length)
    const theirs = await runMany(askOver(`http://127.0.0.1:${bare.port}`), productId, counted, run)
    results.push({
      ...run,
      perSecond: ours.perSecond,
      barePerSecond: theirs.perSecond,
      ratio: ours.perSecond / theirs.perSecond,
      steps: [...stepNames, 'whole' as const].map((name) => ({
        name,
        ...percentiles(ours.times.map((time) => time[name])),
      })),
    })
  }
  await bare.stop()
  return results
}

export function flowText({ way, atOnce, pauses, perSecond, barePerSecond, ratio, steps }: FlowResult): string {
  const head = `\nplacing an order by ${way}, ${atOnce} at once${pauses ? ' with pauses' : ''}: ${perSecond.toFixed(1)} orders/s of ${barePerSecond.toFixed(0)}, ratio ${ratio.toFixed(3)}`
  const rows = steps.map(
    ({ name, p50, p95, p99 }) => `  ${name.padEnd(16)} ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`,
  )
  return [head, ...rows].join('\n')
}

/** Buys with each token. The first `warm` purchases are not counted, and those that are follow without a break. */
async function runMany(ask: Ask, productId: number, tokens: readonly string[], { atOnce, pauses }: Run, warm = 0) {
  const waiting = [...tokens]
  const times: Times[] = []
  let begun = 0
  let started = performance.now()
  const lane = async (_: unknown, index: number) => {
    let step = 0
    const look = async () => {
      step += 1
      if (pauses) await pause(PAUSE_MS.least + ((index * 97 + step * 31) % (PAUSE_MS.most - PAUSE_MS.least)))
    }
    if (pauses) await pause((index * PAUSE_MS.most) / atOnce)
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const isCounted = begun >= warm
      if (begun === warm) started = performance.now()
      begun += 1
      const taken = await buyOnce(ask, productId, token, look)
      if (isCounted) times.push(taken)
    }
  }
  await Promise.all(Array.from({ length: atOnce }).map(lane))
  return { times, perSecond: times.length / ((performance.now() - started) / 1000) }
}

const PLACINGS = 250
const PLACING_ROUNDS = 7
/** Of these rounds: the engine learns what is done over and over. They are not counted. */
const WARM_ROUNDS = 2

export type Placing = { readonly perSecond: number; readonly p50: number; readonly p95: number; readonly p99: number }

/**
 * Only "Place order", by bank, sixteen of them under way all the time: carts and addresses are ready beforehand. The
 * middle one of the rounds.
 */
export async function measurePlacing(shop: ShopProcess): Promise<Placing> {
  const productId = await plentifulProduct(shop.url)
  const rounds: Placing[] = []
  for (let round = 0; round < PLACING_ROUNDS; round += 1) {
    const ready: (() => Promise<CheckoutAnswer>)[] = []
    while (ready.length < PLACINGS) ready.push(await readyToPlace(askOver(shop.url), productId))
    const times: number[] = []
    const started = performance.now()
    const lane = async () => {
      for (let place = ready.pop(); place; place = ready.pop()) {
        const before = performance.now()
        const answer = await place()
        if (answer.result !== 'success') throw new Error(`An order was refused: ${answer.messages}`)
        times.push(performance.now() - before)
      }
    }
    await Promise.all(Array.from({ length: 16 }, lane))
    rounds.push({ ...percentiles(times), perSecond: (PLACINGS / (performance.now() - started)) * 1000 })
  }
  const counted = rounds.slice(WARM_ROUNDS).toSorted((a, b) => a.p95 - b.p95)
  const middle = counted[Math.floor(counted.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

async function readyToPlace(ask: Ask, productId: number): Promise<() => Promise<CheckoutAnswer>> {
  const buyer = newBuyer(ask)
  await buyer.add(productId)
  const page = await buyer.openCheckout()
  await (await buyer.review(page)).arrayBuffer()
  const email = `buyer-${nextBuyer++}@shop.test`
  return () => buyer.checkout(page, { payment_method: 'bacs', billing_email: email })
}

export const placingText = ({ perSecond, p50, p95, p99 }: Placing): string =>
  `\nplace order alone, by bank, 16 under way: ${perSecond.toFixed(0)} a second, p50 / p95 / p99 ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`

let nextBuyer = 1

async function buyOnce(
  ask: Ask,
  productId: number,
  token: string,
  look: () => Promise<void> = async () => {},
): Promise<Times> {
  const buyer = newBuyer(ask)
  const times: Partial<Times> = {}
  let whole = 0
  const step = async <T>(name: StepName, work: () => Promise<T>): Promise<T> => {
    const before = performance.now()
    const result = await work()
    const took = performance.now() - before
    times[name] = took
    whole += took
    await look()
    return result
  }
  await step('add', () => buyer.add(productId))
  const page = await step('checkout page', () => buyer.openCheckout())
  await step('review', async () => (await buyer.review(page)).arrayBuffer())
  const answer = await step('place order', () =>
    buyer.checkout(page, {
      ...(token === '' ? { payment_method: 'bacs' } : { stripe_cc_token_key: token }),
      // Somebody else each time: one person with so many orders would be asked to prove themselves.
      billing_email: `buyer-${nextBuyer++}@shop.test`,
    }),
  )
  if (answer.result !== 'success' || !answer.redirect) throw new Error(`An order was refused: ${answer.messages}`)
  const { pathname, search } = new URL(answer.redirect)
  await step('order received', async () => (await buyer.send(pathname + search)).arrayBuffer())
  return { ...times, whole } as Times
}

/** Cards given to the provider beforehand: that is the browser's and the provider's work, not the shop's. */
async function tokensFor(ask: Ask, productId: number, count: number): Promise<string[]> {
  const buyer = newBuyer(ask)
  await buyer.add(productId)
  const page = await buyer.openCheckout()
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await cardToken(page))
  return tokens
}

/** One purchase, with every answer written down for the bare server. */
async function recordOne(shopUrl: string, productId: number): Promise<CannedAnswer[]> {
  const answers: CannedAnswer[] = []
  const recording: Ask = async (path, init) => {
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : undefined
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...type }
    const answer = await canned(shopUrl, path, { method: init?.method ?? 'GET', headers, ...(body ? { body } : {}) })
    answers.push(answer)
    return new Response(Buffer.from(answer.base64, 'base64'), {
      status: answer.status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }
  const [token = ''] = await tokensFor(askOver(shopUrl), productId, 1)
  await buyOnce(recording, productId, token)
  return answers
}

function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

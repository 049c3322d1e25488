/**
 * Fifty shoppers with products in their carts, each adding again about every half second: how long an add takes in a
 * busy shop, not at full load. Each shopper waits for the response before the next add.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const SHOPPERS = 50
const SECONDS = 12
/** The first adds run on an idle process, so they are not counted. */
const WARMUP_SECONDS = 2
const PAUSE_MS = { min: 350, max: 650 }

export type ShopperTimes = {
  readonly shoppers: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Adds with each of `cookies` and returns how long the adds took. Throws when an add failed. */
export async function measureShoppers(
  port: number,
  productId: number,
  cookies: readonly string[],
): Promise<ShopperTimes> {
  const agent = new Agent({ keepAlive: true, maxSockets: SHOPPERS })
  const began = performance.now()
  const counted: number[] = []
  await Promise.all(
    cookies.slice(0, SHOPPERS).map(async (cookie, index) => {
      await pause((index * PAUSE_MS.max) / SHOPPERS)
      while (performance.now() - began < SECONDS * 1000) {
        const isWarm = performance.now() - began > WARMUP_SECONDS * 1000
        const took = await addToCart(agent, port, cookie, productId)
        if (isWarm) counted.push(took)
        await pause(PAUSE_MS.min + ((index * 97 + counted.length * 31) % (PAUSE_MS.max - PAUSE_MS.min)))
      }
    }),
  )
  agent.destroy()
  const sorted = counted.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    shoppers: SHOPPERS,
    perSecond: counted.length / (SECONDS - WARMUP_SECONDS),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}

/** Sends one add_to_cart; returns the milliseconds until the whole response has arrived. */
function addToCart(agent: Agent, port: number, cookie: string, productId: number): Promise<number> {
  const body = `product_id=${productId}&quantity=1`
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    cookie,
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const clientRequest = request(
      { agent, port, method: 'POST', path: '/?wc-ajax=add_to_cart', headers },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const took = performance.now() - started
          const text = Buffer.concat(parts).toString()
          if (text.includes('"cart_hash"')) resolve(took)
          else reject(new Error(`An add was answered ${response.statusCode}: ${text.slice(0, 200)}`))
        })
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

export const shopperText = ({ shoppers, perSecond, p50, p95, p99 }: ShopperTimes): string =>
  `add_to_cart, ${shoppers} shoppers at once: ${perSecond.toFixed(0)} adds a second, p50 / p95 / p99 ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms`

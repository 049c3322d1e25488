/**
 * How fast the shop is, as ratios to a bare Node server answering the same bytes in the same run: machines differ and
 * are busy, ratios hardly do. `npm run bench`; ends non-zero when a bound is missed.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askOver, newBuyer } from '../running/buyer.ts'
import { freePorts } from '../running/free-ports.ts'
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { type Load, type Measured, measure, middleRound } from './load.ts'
import { placeOrders } from './orders.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 4
const REST_SECONDS = 10

const leastCachedRatio = 0.7
const mostMegabytes = 250

const page = '/product/earl-grey/'
const browser = { 'accept-encoding': 'gzip, deflate, br' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const dataDir = await temporaryDataDir()
// Sizing the pictures of a new shop takes minutes of quiet moments; what is measured is the shop after that.
const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
const failures: string[] = []
try {
  await run(shop)
} finally {
  await shop.stop()
  await removeDataDir(dataDir)
}
for (const failure of failures) console.log(`\n  MISSED: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function run(shop: ShopProcess): Promise<void> {
  await pause(REST_SECONDS * 1000)
  const megabytes = memoryOf(shop.pid)
  bound(megabytes <= mostMegabytes, `memory at rest ${megabytes} MB, at most ${mostMegabytes} MB`)

  const yard = await startYardstick(shop)
  try {
    const rows: Row[] = []
    const cached = await alternate({ url: shop.url + page, headers: browser }, { url: yard.url, headers: browser })
    rows.push(rowOf('bare Node server, the same bytes', cached.yard, cached.yard))
    rows.push(rowOf('product page, kept', cached.shop, cached.yard))
    const ratio = cached.shop.perSecond / cached.yard.perSecond
    bound(
      ratio >= leastCachedRatio,
      `kept product page ${ratio.toFixed(2)} of the bare server, at least ${leastCachedRatio}`,
    )

    const single = async (name: string, load: Omit<Load, 'connections' | 'seconds'>) => {
      const both = await alternate(load, { url: yard.url, headers: browser })
      rows.push(rowOf(name, both.shop, both.yard))
      bound(both.shop.failed === 0, `${name}: ${both.shop.failed} requests failed`)
    }
    await single('product page, rendered each time', { url: shop.url + page, headers: browser, isUncached: true })
    await single('listing, rendered each time', { url: `${shop.url}/shop/`, headers: browser, isUncached: true })
    const productId = await sellableId(shop)
    const body = `product_id=${productId}&quantity=1`
    const add = { url: `${shop.url}/?wc-ajax=add_to_cart`, method: 'POST' as const, headers: form, body }
    await single('add_to_cart, new session each', add)
    await single('add_to_cart, 64 sessions in turn', { ...add, cookies: await sessions(shop, productId, 64) })
    print(rows)

    const orders = await placeOrders(shop.url, productId, 60, 4)
    bound(orders.failed === 0, `${orders.failed} of 60 orders failed`)
    console.log(`\n  placing orders, 60 whole purchases by card, 4 at once`)
    console.log(
      `  ${orders.perSecond.toFixed(1)} orders/s, ratio to the bare server ${(orders.perSecond / cached.yard.perSecond).toFixed(5)}`,
    )
    console.log(
      `  place order p50 ${ms(orders.place.p50)} p95 ${ms(orders.place.p95)}; whole purchase p50 ${ms(orders.whole.p50)} p95 ${ms(orders.whole.p95)}`,
    )
    await pause(REST_SECONDS * 1000)
    console.log(
      `\n  memory at rest ${megabytes} MB (at most ${mostMegabytes} MB), after all this ${memoryOf(shop.pid)} MB`,
    )
  } finally {
    yard.stop()
  }
}

type Row = { readonly name: string; readonly measured: Measured; readonly ratio: number }
const rowOf = (name: string, measured: Measured, yard: Measured): Row => ({
  name,
  measured,
  ratio: measured.perSecond / yard.perSecond,
})

/** Shop and bare server in turn, so that a busy moment of the machine meets both. */
async function alternate(
  shopLoad: Omit<Load, 'connections' | 'seconds'>,
  yardLoad: Omit<Load, 'connections' | 'seconds'>,
) {
  const shared = { connections: CONNECTIONS, seconds: SECONDS }
  await measure({ ...shopLoad, ...shared, seconds: 2 })
  await measure({ ...yardLoad, ...shared, seconds: 1 })
  const shopRounds: Measured[] = []
  const yardRounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    shopRounds.push(await measure({ ...shopLoad, ...shared }))
    yardRounds.push(await measure({ ...yardLoad, ...shared }))
  }
  return { shop: middleRound(shopRounds), yard: middleRound(yardRounds) }
}

/** A bare server with the very bytes and headers of the product page as a browser gets it. */
async function startYardstick(shop: ShopProcess): Promise<{ url: string; stop(): void }> {
  await fetch(shop.url + page)
  await pause(500)
  const answer = await fetch(shop.url + page, { headers: { 'accept-encoding': 'br' } })
  if (answer.headers.get('content-encoding') !== 'br') throw new Error('The kept page is not compressed')
  // fetch unpacks what it gets; the bytes as sent are asked for by hand.
  const bytes = await rawBody(shop.url + page)
  const file = join(resolve(dataDir, '..'), 'page.br')
  writeFileSync(file, bytes)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['content-length', 'date', 'connection', 'keep-alive'].includes(name)),
  )
  const port = await freePorts()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'yardstick.ts'), String(port), file, JSON.stringify(headers)],
    { stdio: 'inherit' },
  )
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await fetch(url).catch(() => null))?.ok) break
    await pause(50)
  }
  return { url, stop: () => child.kill() }
}

async function rawBody(url: string): Promise<Buffer> {
  return new Promise((done, fail) => {
    const sent = request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done(Buffer.concat(chunks)))
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** Something with plenty on the shelf, whose stock is not counted down by adding. */
async function sellableId(shop: ShopProcess): Promise<number> {
  const answer = await fetch(`${shop.url}/wp-json/wc/store/v1/products?per_page=100&stock_status=instock&type=simple`)
  const products = (await answer.json()) as { id: number; add_to_cart: { maximum: number } }[]
  const plenty = products.find((product) => product.add_to_cart.maximum >= 9999)
  if (!plenty) throw new Error('The demo shop has nothing that is not counted')
  return plenty.id
}

async function sessions(shop: ShopProcess, productId: number, count: number): Promise<string[]> {
  const made: string[] = []
  for (let number = 0; number < count; number += 1) {
    const buyer = newBuyer(askOver(shop.url))
    await buyer.add(productId)
    made.push([...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  }
  return made
}

/** Resident memory, in megabytes. */
function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1000)
}

function bound(holds: boolean, what: string): void {
  if (!holds) failures.push(what)
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

function print(rows: readonly Row[]): void {
  console.log(
    `\n  ${'what, 16 connections'.padEnd(36)} ${'req/s'.padStart(9)} ${'p50'.padStart(8)} ${'p97.5'.padStart(8)} ${'p99'.padStart(8)} ${'ratio'.padStart(8)} failed`,
  )
  for (const { name, measured, ratio } of rows) {
    const cells = [
      measured.perSecond.toFixed(0).padStart(9),
      ...[measured.p50, measured.p975, measured.p99].map((value) => `${value}`.padStart(8)),
      ratio.toFixed(4).padStart(8),
      String(measured.failed).padStart(6),
    ]
    console.log(`  ${name.padEnd(36)} ${cells.join(' ')}`)
  }
}

/**
 * npm run bench -- back-office: what the screens of the catalogue ask of the server, in a shop with 100,000 products more.
 * Exits with 1 when a bound is missed. docs/benchmarks.md says what is measured and why.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { request } from '@playwright/test'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { users } from '../running/demo-shop.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { signInByRequest } from '../running/shopper.ts'
import { addManyProducts, estateNames } from '../support/many-products.ts'
import { startBaselineServer } from './processes.ts'
import { recordResponse } from './record-response.ts'

const productCount = Number(process.env.SAMOVAR_BENCH_SIZES ?? 100_000)
const repetitions = Number(process.env.SAMOVAR_BENCH_ROUNDS ?? 40)
/** Of every list, filter, search and save. */
const maxP95 = 200

const api = '/wp-json/wc/v3/products'
const screen = `${api}?context=edit&per_page=20`
type Ask = { readonly method: string; readonly path: string; readonly body?: object }
type Scenario = { readonly what: string; readonly ask: (round: number, ids: readonly number[]) => Ask }

const get = (what: string, path: (round: number) => string): Scenario => ({
  what,
  ask: (round) => ({ method: 'GET', path: path(round) }),
})
const one = <T>(list: readonly T[], round: number): T => {
  const item = list[round % list.length]
  if (item === undefined) throw new RangeError('An empty list')
  return item
}
const estates = estateNames(productCount)

const scenarios: readonly Scenario[] = [
  get('products', () => screen),
  get('a page in the middle', (round) => `${screen}&page=${Math.floor(productCount / 40) + round}`),
  ...['title', 'price', 'date', 'popularity', 'modified', 'id'].map((orderby) =>
    get(`sorted by ${orderby}`, (round) => `${screen}&orderby=${orderby}&order=${one(['asc', 'desc'], round)}`),
  ),
  get('search by a name', (round) => `${screen}&search=${one(estates, round)}`),
  get('search by two words', (round) => `${screen}&search=${one(estates, round)}%20tea`),
  get('search by a common word', (round) => `${screen}&search=${one(['golden', 'green', 'leaf', 'river'], round)}`),
  get('search by SKU', (round) => `${screen}&search_sku=MANY-${round * 97 + 11}`),
  get('search without a match', (round) => `${screen}&search=qwxz${round}`),
  get('of a status', (round) => `${screen}&status=${one(['draft', 'publish', 'trash', 'private'], round)}`),
  get('of a type', (round) => `${screen}&type=${one(['simple', 'variable', 'grouped', 'external'], round)}`),
  get('of a stock status', (round) => `${screen}&stock_status=${one(['instock', 'outofstock', 'onbackorder'], round)}`),
  get('on sale', (round) => `${screen}&on_sale=true&page=${round + 1}`),
  get('featured', (round) => `${screen}&featured=${one([true, false], round)}`),
  get('between two prices', (round) => `${screen}&min_price=${round}&max_price=${round + 20}`),
  get('stock', (round) => `/wp-json/samovar/v1/stock?per_page=50&page=${round + 1}`),
  get('search in the stock', (round) => `/wp-json/samovar/v1/stock?per_page=50&search=${one(estates, round)}`),
  get('categories', () => `${api}/categories?per_page=100`),
  {
    what: 'one product',
    ask: (round, ids) => ({ method: 'GET', path: `${api}/${one(ids, round)}?context=edit` }),
  },
  {
    what: 'a new product',
    ask: (round) => ({
      method: 'POST',
      path: api,
      body: { name: `New tea ${round}`, regular_price: '12.50', sku: `NEW-${round}-${process.pid}` },
    }),
  },
  {
    what: 'a new name',
    ask: (round, ids) => ({ method: 'PUT', path: `${api}/${one(ids, round)}`, body: { name: `Renamed tea ${round}` } }),
  },
  {
    what: 'another price',
    ask: (round, ids) => ({
      method: 'PUT',
      path: `${api}/${one(ids, round)}`,
      body: { regular_price: `${20 + round}.00`, sale_price: '' },
    }),
  },
  {
    what: 'a count of its stock',
    ask: (round, ids) => ({
      method: 'PUT',
      path: `${api}/${one(ids, round)}`,
      body: { manage_stock: true, stock_quantity: round },
    }),
  },
]

const print = (text: string) => process.stdout.write(`${text}\n`)

export async function measureBackOffice(): Promise<number> {
  const dataDir = await temporaryDataDir(tmpdir())
  const options = { dataDir, environment: { WARM_PICTURES: 'off' } }
  try {
    // The demo shop first, with its owner.
    await (await startShop(options)).stop()
    await addProducts(dataDir)
    const shop = await startShop(options)
    try {
      return await measureShop(shop)
    } finally {
      await shop.stop()
    }
  } finally {
    await removeDataDir(dataDir)
  }
}

async function addProducts(dataDir: string): Promise<void> {
  const database = await openEmbedded(dataDir)
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  try {
    await addManyProducts(connection.db, productCount, new Date())
  } finally {
    await connection.close()
    await database.stop()
  }
}

type Line = { readonly what: string; readonly p50: number; readonly p95: number; readonly timesBare: number }

async function measureShop(shop: ShopProcess): Promise<number> {
  const headers = await signedIn(shop)
  const send = async ({ method, path, body }: Ask): Promise<unknown> => {
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json).slice(0, 300)}`)
    return json
  }
  const found = (await send({ method: 'GET', path: `${api}?type=simple&per_page=100` })) as { readonly id: number }[]
  const ids = found.map(({ id }) => id)
  const recorded = await recordResponse(shop.url, screen, { method: 'GET', headers })
  const bare = await startBaselineServer(await findFreePortPair(), [recorded])
  const lines: Line[] = []
  print(`${productCount} products\n${'p50 / p95 ms'.padStart(42)}${'times bare'.padStart(12)}`)
  for (const { what, ask } of scenarios) {
    await send(ask(repetitions, ids))
    const times: number[] = []
    const bareTimes: number[] = []
    for (let round = 0; round < repetitions; round += 1) {
      times.push(await timed(() => send(ask(round, ids))))
      bareTimes.push(await timed(async () => (await fetch(`http://127.0.0.1:${bare.port}${screen}`)).json()))
    }
    const line = {
      what,
      p50: part(times, 0.5),
      p95: part(times, 0.95),
      timesBare: part(times, 0.5) / part(bareTimes, 0.5),
    }
    lines.push(line)
    print(
      line.what.padEnd(26) +
        `${line.p50.toFixed(1)} / ${line.p95.toFixed(1)}`.padStart(16) +
        line.timesBare.toFixed(1).padStart(12),
    )
  }
  await bare.stop()
  await mkdir(resolve('reports'), { recursive: true })
  await writeFile(join('reports', 'bench-back-office.json'), JSON.stringify({ productCount, lines }, null, 2))
  const missed = lines.filter(({ p95 }) => p95 > maxP95)
  for (const { what, p95 } of missed) print(`Missed: ${what}: p95 ${p95.toFixed(0)} ms, ${maxP95} allowed`)
  return missed.length === 0 ? 0 : 1
}

async function signedIn(shop: ShopProcess): Promise<Record<string, string>> {
  const requests = await request.newContext({ baseURL: shop.url })
  await signInByRequest(requests, users.owner)
  const html = await (await requests.get('/wp-admin/')).text()
  const { cookies } = await requests.storageState()
  await requests.dispose()
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(html)?.[1] ?? '',
    'content-type': 'application/json',
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

const part = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

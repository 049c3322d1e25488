/**
 * npm run bench -- catalogue: listings, filters, searches and suggestions of a shop with 1,000 products and of one
 * with 100,000, each page rendered on request. Exits with 1 when a bound is missed. docs/benchmarks.md says what is
 * measured and why.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { addManyProducts, estateNames } from '../support/many-products.ts'
import type { LoadResult } from './load.ts'
import { type LoadTool, memoryOf, processorTime, startBaselineServer, startLoadTool } from './processes.ts'
import { recordResponse } from './record-response.ts'

const sizes = (process.env.SAMOVAR_BENCH_SIZES ?? '1000,100000').split(',').map(Number)
const seconds = Number(process.env.SAMOVAR_BENCH_SECONDS ?? 2)
const rounds = Number(process.env.SAMOVAR_BENCH_ROUNDS ?? 5)
const connectionCounts = [1, 8] as const
/** Bounds: milliseconds for pages at the largest size, and the growth with a hundred times as many products. */
const maxP95 = 60
const maxGrowth = 2

type Scenario = {
  readonly what: string
  readonly isPage: boolean
  /** The addresses for a shop of this size, sent in turn; `{n}` becomes a unique number. */
  readonly addresses: (products: number) => readonly string[]
}

const api = '/wp-json/wc/store/v1/products'
const search = (text: string) => `/shop/?s=${encodeURIComponent(text)}&post_type=product&n={n}`
/** Every name combined with every word. All products contain these words, so the number of results stays the same. */
const combinations = (names: readonly string[]) =>
  ['tea', 'leaf', 'loose', 'notes', 'grown', 'metres', 'picked', 'hand'].flatMap((word, at, words) =>
    [word, ...words.slice(at + 1).map((other) => `${word} ${other}`)].flatMap((text) =>
      names.map((name) => `${name} ${text}`),
    ),
  )
/** Swaps two letters in the middle. */
const misspelt = (name: string) => `${name.slice(0, 2)}${name[3] ?? ''}${name[2] ?? ''}${name.slice(4)}`
const prefixOf = (name: string, letters: number) => encodeURIComponent(name.slice(0, letters).toLowerCase())

const scenarios: readonly Scenario[] = [
  { what: 'listing', isPage: true, addresses: () => ['/shop/?n={n}', '/shop/?orderby=price&n={n}'] },
  {
    what: 'category',
    isPage: true,
    addresses: () => ['green', 'black-1', 'oolong', 'white-2'].map((slug) => `/product-category/many-${slug}/?n={n}`),
  },
  {
    what: 'filtered',
    isPage: true,
    // Filter combinations hardly ever repeat, so cached counts do not help.
    addresses: () =>
      Array.from({ length: 400 }, (_, at) => [
        `/shop/?filter_origin=many-china,many-japan&min_price=${at % 20}&max_price=${60 + Math.floor(at / 20)}&filter_stock_status=instock&orderby=rating&n={n}`,
        `/product-category/many-green/?filter_harvest=many-spring&filter_caffeine=many-low,many-high&min_price=${at % 20}&max_price=${70 + Math.floor(at / 20)}&n={n}`,
        `/product-category/many-black/?filter_grade=many-golden&rating_filter=4,5&min_price=${at / 10}&orderby=price-desc&n={n}`,
      ]).flat(),
  },
  {
    what: 'deep page',
    isPage: true,
    addresses: (products) =>
      [0.5, 0.8, 0.95].map((part) => `/shop/page/${Math.floor((products / 24) * part)}/?orderby=popularity&n={n}`),
  },
  // Finds a page of products at either size, with words that were not searched before, as long as there are any.
  { what: 'rare search', isPage: true, addresses: (products) => combinations(estateNames(products)).map(search) },
  {
    what: 'common search',
    isPage: true,
    addresses: () => ['tea', 'green', 'golden', 'honey', 'spring tea', 'wild river'].map(search),
  },
  {
    what: 'misspelt search',
    isPage: true,
    addresses: (products) =>
      combinations(
        estateNames(products)
          .filter((name) => name.length > 5)
          .map(misspelt),
      ).map(search),
  },
  {
    what: 'suggestions',
    isPage: false,
    addresses: (products) =>
      estateNames(products).flatMap((name) =>
        [3, 5].map(
          (letters) =>
            `${api}?search=${prefixOf(name, letters)}&orderby=relevance&per_page=6&_fields=id,name,permalink,prices,images`,
        ),
      ),
  },
  {
    what: 'collection data',
    isPage: false,
    addresses: () => [
      `${api}/collection-data?calculate_price_range=true&calculate_stock_status_counts=true&calculate_rating_counts=true&calculate_attribute_counts[0][taxonomy]=pa_origin&calculate_attribute_counts[0][query_type]=or&calculate_taxonomy_counts=product_cat&n={n}`,
    ],
  },
]

type Line = {
  readonly what: string
  readonly isPage: boolean
  readonly products: number
  readonly connections: number
  readonly p50: number
  readonly p95: number
  readonly perSecond: number
  readonly ratio: number
  /** Processor time of the shop's process per response; undefined if the system does not report it. */
  readonly processorMs: number | undefined
}

const print = (text: string) => process.stdout.write(`${text}\n`)

export async function measureCatalog(): Promise<number> {
  const lines: Line[] = []
  const starts: object[] = []
  for (const products of sizes) {
    const dataDir = await temporaryDataDir(tmpdir())
    try {
      const seeded = await seed(dataDir, products)
      const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off', SEED: 'none' } })
      try {
        const startedAt = performance.now()
        await (await fetch(`${shop.url}/shop/`)).arrayBuffer()
        const firstPageMs = performance.now() - startedAt
        const common = await commonWords(shop)
        starts.push({ products, seeded, firstPageMs, common, memoryMb: await memoryOf(shop.pid) })
        print(
          `\n${products} products, written in ${seeded.toFixed(0)} s; first page after the start ${firstPageMs.toFixed(0)} ms`,
        )
        print(
          `common words for the first time: ${common.map(({ word, ms }) => `${word} ${ms.toFixed(0)} ms`).join(', ')}`,
        )
        lines.push(...(await measureShop(shop, products)))
        print(`memory ${(await memoryOf(shop.pid)).toFixed(0)} MB`)
      } finally {
        await shop.stop()
      }
    } finally {
      await removeDataDir(dataDir)
    }
  }
  await mkdir(resolve('reports'), { recursive: true })
  await writeFile(join('reports', 'bench-catalogue.json'), JSON.stringify({ starts, lines }, null, 2))
  return checkBounds(lines)
}

async function seed(dataDir: string, products: number): Promise<number> {
  const started = performance.now()
  const database = await openEmbedded(dataDir)
  const connection = connect(database.url, { statementTimeoutMs: 0 })
  try {
    await migrate(connection.pool, resolve('db/migrations'))
    await addManyProducts(connection.db, products, new Date())
  } finally {
    await connection.close()
    await database.stop()
  }
  return (performance.now() - started) / 1000
}

/** A word that half the products contain is read once per process and then cached. */
async function commonWords(shop: ShopProcess): Promise<{ word: string; ms: number }[]> {
  const timings: { word: string; ms: number }[] = []
  for (const word of ['leaf', 'notes', 'picked', 'tea']) {
    const startedAt = performance.now()
    await (await fetch(`${shop.url}${search(word).replace('{n}', '0')}`)).arrayBuffer()
    timings.push({ word, ms: performance.now() - startedAt })
  }
  return timings
}

async function measureShop(shop: ShopProcess, products: number): Promise<Line[]> {
  const tool = startLoadTool()
  const lines: Line[] = []
  print(
    `${'connections'.padStart(30)}${'p50 / p95 ms'.padStart(18)}${'a second'.padStart(10)}${'of bare'.padStart(9)}${'processor ms'.padStart(14)}`,
  )
  try {
    for (const question of scenarios) {
      const addresses = question.addresses(products)
      const [first = '/'] = addresses
      const bare = await startBaselineServer(await findFreePortPair(), [
        await recordResponse(shop.url, first.replace('{n}', 'bare'), { method: 'GET', headers: {} }),
      ])
      try {
        for (const connections of connectionCounts) {
          const line = await measureLine({
            tool,
            shop,
            barePort: bare.port,
            question,
            addresses,
            products,
            connections,
          })
          lines.push(line)
          print(textOf(line))
        }
      } finally {
        await bare.stop()
      }
    }
  } finally {
    await tool.stop()
  }
  return lines
}

type MeasureOptions = {
  readonly tool: LoadTool
  readonly shop: ShopProcess
  readonly barePort: number
  readonly question: Scenario
  readonly addresses: readonly string[]
  readonly products: number
  readonly connections: number
}

async function measureLine({
  tool,
  shop,
  barePort,
  question,
  addresses,
  products,
  connections,
}: MeasureOptions): Promise<Line> {
  // The bare server has one response per path, whatever the query.
  const bareAddress = addresses[0]?.replace('{n}', 'bare') ?? '/'
  const run = (port: number, urls: readonly string[]) =>
    tool.run({ port, connections, seconds, requests: urls.map((address) => requestText(port, address)) })
  const ours: LoadResult[] = []
  const ratios: number[] = []
  const used: number[] = []
  // Every round continues in the list where the last one ended, so that a search hardly ever repeats.
  let from = 0
  const next = (): readonly string[] => [
    ...addresses.slice(from % addresses.length),
    ...addresses.slice(0, from % addresses.length),
  ]
  await tool.run({
    port: shop.port,
    connections,
    seconds: 1,
    requests: next().map((one) => requestText(shop.port, one)),
  })
  for (let round = 0; round < rounds; round += 1) {
    const before = await processorTime(shop.pid)
    const our = await run(shop.port, next())
    const after = await processorTime(shop.pid)
    if (before !== undefined && after !== undefined) used.push((after - before) / our.count / 1000)
    from += our.count
    const their = await run(barePort, [bareAddress])
    if (our.failed > 0) throw new Error(`${question.what}: ${our.failed} answers were not 200`)
    ours.push(our)
    ratios.push(our.perSecond / their.perSecond)
  }
  return {
    what: question.what,
    isPage: question.isPage,
    products,
    connections,
    p50: median(ours.map((result) => result.p50)),
    p95: median(ours.map((result) => result.p95)),
    perSecond: median(ours.map((result) => result.perSecond)),
    ratio: median(ratios),
    processorMs: used.length === 0 ? undefined : median(used),
  }
}

const requestText = (port: number, address: string): string =>
  `GET ${address} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/html\r\n\r\n`

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const textOf = ({ what, connections, p50, p95, perSecond, ratio, processorMs }: Line): string =>
  what.padEnd(20) +
  String(connections).padStart(10) +
  `${p50.toFixed(1)} / ${p95.toFixed(1)}`.padStart(18) +
  perSecond.toFixed(0).padStart(10) +
  ratio.toFixed(4).padStart(9) +
  (processorMs?.toFixed(1) ?? '?').padStart(14)

function checkBounds(lines: readonly Line[]): number {
  const largest = Math.max(...sizes)
  const smallest = Math.min(...sizes)
  const missed: string[] = []
  print(`\n${'growth'.padStart(28)}   p50 at ${smallest} and at ${largest}`)
  for (const line of lines.filter((one) => one.products === largest)) {
    const name = `${line.what}, ${line.connections} at once`
    const small = lines.find(
      (one) => one.products === smallest && one.what === line.what && one.connections === line.connections,
    )
    const growth = line.p50 / (small?.p50 ?? line.p50)
    print(`${name.padEnd(30)}${growth.toFixed(2)}`)
    if (line.isPage && line.p95 > maxP95) missed.push(`${name}: p95 ${line.p95.toFixed(1)} ms, ${maxP95} allowed`)
    if (growth > maxGrowth) missed.push(`${name}: ${growth.toFixed(2)} times as long, ${maxGrowth} allowed`)
  }
  print(missed.length === 0 ? '\nAll bounds are kept.' : `\nMissed:\n  ${missed.join('\n  ')}`)
  return missed.length === 0 ? 0 : 1
}

/**
 * Screens of the back office in a large shop: the requests they send to the server, and how long each response takes.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { request } from '@playwright/test'
import { connect, type Db } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { users } from '../running/demo-shop.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { signInByRequest } from '../running/shopper.ts'
import { startBaselineServer } from './processes.ts'
import { recordResponse } from './record-response.ts'

const repetitions = Number(process.env.SAMOVAR_BENCH_ROUNDS ?? 40)
/** Bound for every list, filter, search, report and save, in milliseconds. */
const maxP95 = 200

type Ask = { readonly method: string; readonly path: string; readonly body?: object }
export type Scenario = { readonly what: string; readonly ask: (round: number, ids: readonly number[]) => Ask }

export const get = (what: string, path: (round: number, ids: readonly number[]) => string): Scenario => ({
  what,
  ask: (round, ids) => ({ method: 'GET', path: path(round, ids) }),
})

export const one = <T>(list: readonly T[], round: number): T => {
  const item = list[round % list.length]
  if (item === undefined) throw new RangeError('An empty list')
  return item
}

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** Measures a demo shop, which is stopped and filled before the measurement. */
export async function withFilledShop<T>(
  fill: (db: Db) => Promise<void>,
  measure: {
    readonly before?: (shop: ShopProcess) => Promise<T>
    readonly after: (shop: ShopProcess, before?: T) => Promise<number>
  },
): Promise<number> {
  const dataDir = await temporaryDataDir(tmpdir())
  const options = { dataDir, environment: { WARM_PICTURES: 'off' } }
  const running = async <R>(use: (shop: ShopProcess) => Promise<R>): Promise<R> => {
    const shop = await startShop(options)
    try {
      return await use(shop)
    } finally {
      await shop.stop()
    }
  }
  try {
    // The shop creates the demo content and its owner first.
    const before = await running(async (shop) => measure.before?.(shop))
    const database = await openEmbedded(dataDir)
    const connection = connect(database.url, { statementTimeoutMs: 0 })
    try {
      await fill(connection.db)
    } finally {
      await connection.close()
      await database.stop()
    }
    return await running((shop) => measure.after(shop, before))
  } finally {
    await removeDataDir(dataDir)
  }
}

type Line = { readonly what: string; readonly p50: number; readonly p95: number; readonly timesBare: number }

/**
 * Measures each scenario next to a bare server that sends the response of `screen`. Returns the scenarios above the
 * bound.
 */
export async function measureScreens(
  shop: ShopProcess,
  scenarios: readonly Scenario[],
  { name, screen, idsAt }: { readonly name: string; readonly screen: string; readonly idsAt: string },
): Promise<number> {
  const headers = await signedIn(shop)
  const send = async ({ method, path, body }: Ask): Promise<unknown> => {
    const answer = await fetch(`${shop.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  const found = (await send({ method: 'GET', path: idsAt })) as { readonly id: number }[]
  const ids = found.map(({ id }) => id)
  const recorded = await recordResponse(shop.url, screen, { method: 'GET', headers })
  const bare = await startBaselineServer(await findFreePortPair(), [recorded])
  const lines: Line[] = []
  print(`${name}\n${'p50 / p95 ms'.padStart(42)}${'times bare'.padStart(12)}`)
  for (const { what, ask } of scenarios) {
    await send(ask(repetitions, ids))
    const times: number[] = []
    const bareTimes: number[] = []
    for (let round = 0; round < repetitions; round += 1) {
      times.push(await timed(() => send(ask(round, ids))))
      bareTimes.push(await timed(async () => (await fetch(`http://127.0.0.1:${bare.port}${screen}`)).json()))
    }
    const p50 = part(times, 0.5)
    const line = { what, p50, p95: part(times, 0.95), timesBare: p50 / part(bareTimes, 0.5) }
    lines.push(line)
    print(
      line.what.padEnd(26) +
        `${line.p50.toFixed(1)} / ${line.p95.toFixed(1)}`.padStart(16) +
        line.timesBare.toFixed(1).padStart(12),
    )
  }
  await bare.stop()
  await mkdir(resolve('reports'), { recursive: true })
  await writeFile(
    join('reports', `bench-${name.replaceAll(/\W+/g, '-')}.json`),
    JSON.stringify({ name, lines }, null, 2),
  )
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

import { statfs } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/database/connect.ts'
import { formatBytes } from '../../platform/files/format-bytes.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { formatShopDateTime } from '../../platform/time/shop-time.ts'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../things/settings/capabilities.ts'
import { readSystemFacts, type StatusShop } from './facts.ts'

type FactsShop = StatusShop & Pick<Platform, 'dataDir' | 'environment' | 'pages'>
type Fact = { readonly name: string; readonly value: string }
type Section = { readonly title: string; readonly facts: readonly Fact[] }

/** Texts that the screen shows and copies, in the order in which support reads them. */
export type SystemStatusJson = { readonly sections: readonly Section[] }

export const systemFactsCall = defineCall({
  summary: 'Retrieves facts for support: versions, sizes, queues, modes and counts, without secrets',
  method: 'GET',
  path: paths.restSystemFacts,
  capability: shopSettingsWrite,
  response: z.strictObject({
    sections: z.array(
      z.strictObject({
        title: z.string(),
        facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
  handler: async (shop: FactsShop) => ({ json: { sections: await readSections(shop) } satisfies SystemStatusJson }),
})

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
const section = (title: string, facts: Readonly<Record<string, string | number>>): Section => ({
  title,
  facts: Object.entries(facts).map(([name, value]) => ({ name, value: String(value) })),
})

async function readSections(shop: FactsShop): Promise<readonly Section[]> {
  const { db, environment, pages } = shop
  const latency = await measureLatency(db)
  const { shop: own, server, database, tables, counts, payments, mails, jobs, security } = await readSystemFacts(shop)
  const disk = await statfs(shop.dataDir).catch(() => null)
  return [
    section('Shop', {
      Version: own.version,
      Address: own.url,
      'Open to everybody': yesNo(!own.isComingSoon),
      Production: yesNo(own.isProduction),
      'Time zone': own.timeZone,
      Time: formatShopDateTime(shop.now()),
      Currency: own.currency,
    }),
    section('Server', {
      'Node.js': server.node,
      System: server.system,
      Processes: environment.workers,
      'Memory in use': formatBytes(server.usedMemoryBytes),
      Uptime: `${Math.floor(server.uptimeSeconds / 60)} minutes`,
    }),
    section('Database', {
      PostgreSQL: `${database.version}, ${environment.database}`,
      Size: formatBytes(database.bytes),
      Latency: `${latency.toFixed(1)} ms`,
      Migrations: `${database.migrations}, newest ${database.newestMigration ?? 'none'}`,
      'Largest tables': tables
        .slice(0, 5)
        .map(({ name, dataBytes, indexBytes }) => `${name} ${formatBytes(dataBytes + indexBytes)}`)
        .join(', '),
    }),
    section('Files', {
      Storage: environment.storage === 's3' ? 'S3' : 'disk',
      'Free on the disk of DATA_DIR': disk ? formatBytes(disk.bavail * disk.bsize) : 'not known',
    }),
    section('Jobs', {
      Waiting: jobs?.waiting ?? 'none yet',
      Failed: jobs?.failed ?? 'none yet',
      ...(jobs ? await readFailedJobs(db) : {}),
    }),
    section('Mail', {
      'Mail server': environment.hasMailServer ? 'set' : 'none: mail waits in the outbox',
      Waiting: mails.waiting,
      Failed: mails.failed,
      'Last sent': mails.lastSentAt === null ? 'never' : formatShopDateTime(new Date(mails.lastSentAt)),
    }),
    section('Payments', {
      Mode: payments.mode,
      Methods: payments.methods.join(', ') || 'none',
    }),
    section('Caches', { 'Pages in memory': `${pages.size.pages}, ${formatBytes(pages.size.bytes)}` }),
    section('Security', {
      HTTPS: yesNo(security.isHttps),
      'Staff need a second factor': yesNo(security.needsSecondFactor),
    }),
    section('Counts', { ...counts, ...estimated(tables, 'orders', 'users') }),
    section('Settings that were changed', await readChangedSettings(db)),
  ]
}

/** Estimated, because counting millions takes seconds. */
const estimated = (tables: readonly { name: string; rows: number }[], ...names: readonly string[]) =>
  Object.fromEntries(
    tables
      .filter(({ name, rows }) => rows > 0 && names.includes(name))
      .map(({ name, rows }) => [name, `about ${rows.toLocaleString('en-CA')}`]),
  )

async function measureLatency(db: Db): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 5; count += 1) {
    const start = performance.now()
    await db.execute(sql`select 1`)
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0
}

/** Failed jobs by kind, with the time of the newest. Never includes their data. */
async function readFailedJobs(db: Db): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.execute<{ name: string; count: number; last: string | Date }>(
    sql`select name, count(*) as count, max(completed_on) as last from jobs.job where state = 'failed' group by name order by 2 desc limit 20`,
  )
  return Object.fromEntries(
    rows.map(({ name, count, last }) => [`Failed: ${name}`, `${count}, last ${formatShopDateTime(new Date(last))}`]),
  )
}

/** Changed switches and numbers only, because texts may be addresses, accounts or keys. */
async function readChangedSettings(db: Db): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.execute<{ name: string; value: unknown }>(
    sql`select name, value from settings order by name`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, shownValue(value)]))
}

const isPlain = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number'

function shownValue(value: unknown): string {
  if (isPlain(value)) return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'changed'
  const shown = Object.entries(value).flatMap(([name, part]) => (isPlain(part) ? [`${name} ${String(part)}`] : []))
  return shown.length > 0 ? shown.join(', ') : 'changed'
}

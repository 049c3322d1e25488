import { readFileSync } from 'node:fs'
import { arch, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { AccountSettings } from '../../people/identity/settings.ts'
import type { Db } from '../../platform/database/connect.ts'
import { projectRoot } from '../../platform/env.ts'
import { shopCurrency } from '../../platform/money/money.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import type { CheckoutSettings } from '../../shop/checkout/settings.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import { enabledGateways } from '../../shop/payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../shop/payment-methods/settings.ts'
import { findMovedSlug } from '../../things/entries/old-slugs.store.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { AppearanceSettings } from '../storefront/appearance/settings.ts'

export type StatusShop = Pick<Platform, 'db' | 'publicUrl' | 'isProduction' | 'now'> &
  WithPayments &
  WithSettings<AccountSettings & AppearanceSettings & CheckoutSettings & PaymentMethodSettings & SiteSettings>

/** Facts for support requests. Without secrets, people or amounts, so that they can be shared with anyone. */
export type SystemFacts = Awaited<ReturnType<typeof readSystemFacts>>

/** The version in the project's package.json. */
const readVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version
let version: string | undefined
export const shopVersion = (): string => (version ??= readVersion())

/** The versions of WooCommerce and WordPress whose REST API this is, for clients that check before using a feature. */
export const [wooCommerceVersion, wordPressVersion] = ['10.9.1', '7.1']

/** The state of this shop for the screen and `wc/v3/system_status`. */
export async function readSystemFacts(shop: StatusShop) {
  const { db } = shop
  const settings = shop.settings()
  const [database, tables, kinds, mails, jobs, pages] = [
    await readDatabase(db),
    await readTables(db),
    await readCounts(db),
    await readMails(db),
    await readJobs(db),
    await readPages(db, settings.termsPage),
  ]
  return {
    shop: {
      name: settings.siteTitle,
      url: shop.publicUrl,
      version: shopVersion(),
      isProduction: shop.isProduction,
      isComingSoon: settings.comingSoon.isOn,
      timeZone: settings.timeZone,
      currency: shopCurrency,
      now: shop.now().toISOString(),
    },
    server: {
      node: process.versions.node,
      system: `${platform()} ${release()} ${arch()}`,
      memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
      usedMemoryBytes: process.memoryUsage.rss(),
      uptimeSeconds: Math.floor(process.uptime()),
    },
    database,
    tables,
    counts: kinds,
    payments: { mode: shop.payments.mode, methods: enabledGateways(settings) as readonly string[] },
    mails,
    jobs,
    security: {
      isHttps: shop.publicUrl.startsWith('https:'),
      needsSecondFactor: settings.requireSecondFactor,
      hasOwnerEmail: settings.ownerEmail !== '',
    },
    pages,
  }
}

const first = async <T extends Record<string, unknown>>(db: Db, query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute<T>(query)).rows[0] as T

const readDatabase = (db: Db) =>
  first<{ version: string; bytes: number; migrations: number; newestMigration: string | null }>(
    db,
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      count(*) as migrations, max(name) as "newestMigration" from schema_migrations`,
  )

/** The largest tables first. Row counts are PostgreSQL's estimates, because counting millions takes seconds. */
const readTables = async (db: Db) =>
  (
    await db.execute<{ name: string; rows: number; dataBytes: number; indexBytes: number }>(
      sql`select relname as name, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid) as "dataBytes",
        pg_indexes_size(oid) as "indexBytes"
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by pg_total_relation_size(oid) desc, relname`,
    )
  ).rows

/** Counts by WordPress's post type names. */
async function readCounts(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.execute<{ kind: string; count: number }>(
    sql`select 'attachment' as kind, count(*) as count from media
      union all select 'shop_coupon', count(*) from coupons
      union all select kind, count(*) from entries group by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count] as const).toSorted())
}

const readMails = (db: Db) =>
  first<{ waiting: number; failed: number; lastSentAt: Date | null }>(
    db,
    sql`select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'failed') as failed,
      max(sent_at) as "lastSentAt" from emails`,
  )

/** Null until the queue is first opened. */
async function readJobs(db: Db): Promise<{ waiting: number; failed: number } | null> {
  const { isThere } = await first<{ isThere: boolean }>(
    db,
    sql`select to_regclass('jobs.job') is not null as "isThere"`,
  )
  if (!isThere) return null
  return first(
    db,
    sql`select count(*) filter (where state in ('created', 'retry', 'active')) as waiting,
      count(*) filter (where state = 'failed') as failed from jobs.job`,
  )
}

/** Pages that a shop needs. Those without an id are built in and always exist. */
async function readPages(db: Db, termsPage: string | null) {
  const builtInPages = [
    ['Shop base', paths.shop],
    ['Cart', paths.cart],
    ['Checkout', paths.checkout],
    ['My account', paths.account],
  ] as const
  const fixed = builtInPages.map(([name, path]) => ({ name, path, id: 0, exists: true, isPublic: true }))
  if (termsPage === null) return fixed
  const slug = (await findMovedSlug(db, 'page', termsPage)) ?? termsPage
  const { rows } = await db.execute<{ id: number; status: string }>(
    sql`select id, status from entries where kind = 'page' and slug = ${slug}`,
  )
  const terms = { id: rows[0]?.id ?? 0, exists: rows.length > 0, isPublic: rows[0]?.status === 'publish' }
  return [...fixed, { name: 'Terms and conditions', path: `/${slug}/`, ...terms }]
}

/** Preparation before requests are served: database, tables, demo shop, and the payment sandbox if used. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { findDemoUsers } from '../db/seed/demo-users.ts'
import { isEmptyShop, seedDemoShop } from '../db/seed/seed.ts'
import { prepareSchema } from '../sandbox/sandbox.store.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { AppearanceSettings } from './faces/storefront/appearance/settings.ts'
import { shopJobs } from './jobs.ts'
import { loadSandboxKeys, ownsSandbox, sandboxOriginOf, sandboxPort } from './open-shop.ts'
import { users } from './people/identity/accounts.table.ts'
import { connect, type Db } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import {
  assertSafeToServe,
  ConfigurationError,
  type Env,
  localUrl,
  productionReason,
  projectRoot,
  shopUrl,
} from './platform/env.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { assertCanListen, closeServer, listenOn, requestListener } from './platform/web/http/http-server.ts'
import { defaultSettings } from './settings.ts'
import { refreshOutdatedProducts } from './shop/catalog/refresh-product.ts'
import { resetFutureXids } from './shop/listing/index/product-index.store.ts'
import { webhookPath } from './shop/reconciliation/webhook.routes.ts'
import { saveSettings } from './things/settings/settings.store.ts'
import { settings } from './things/settings/settings.table.ts'

/** How long the end of a start waits for a database that is being opened, or does not answer. */
const OPENING_MS = 15_000

export type StopFunction = () => Promise<void>

/** Stops the parts in reverse, each once, for whoever asks first: a signal or a start that has failed. */
export function stopOnce(stops: readonly StopFunction[], log: Logger): StopFunction {
  let stopping: Promise<void> | undefined
  async function stop() {
    for (const step of stops.toReversed())
      await step().catch((error) => log.error({ err: error }, 'a part did not stop cleanly'))
  }
  return () => (stopping ??= stop())
}

/** Throws if a port that this process needs is taken: before the database is opened and migrated in vain. */
export async function assertPortsAreFree(env: Env): Promise<void> {
  await assertCanListen(env.PORT, env.HOST)
  if (ownsSandbox(env)) await assertCanListen(sandboxPort(env), env.SANDBOX_HOST, 'SANDBOX_HOST')
}

/** Opens the database, migrates it and seeds an empty one. Throws if this shop is not safe to serve. */
export async function prepare(env: Env, log: Logger, stops: StopFunction[]): Promise<string> {
  assertSafeToServe(env)
  const opening = openDatabase(env, {
    // A worker has 14 connections.
    settings: { max_connections: String(100 + 20 * env.WORKERS) },
    onProgress: (text) => process.stdout.write(`  ${text}\n`),
    onDown: (error) => log.error({ err: error }, 'the database is down and cannot be started yet; it is tried again'),
  })
  // Also if the start is ended meanwhile: the server that it starts would stay.
  const stopOpened = opening.then(
    ({ stop }) => stop,
    () => async () => {},
  )
  stops.push(async () => (await Promise.race([stopOpened, setTimeout(OPENING_MS, undefined, { ref: false })]))?.())
  const database = await opening
  const connection = connect(database.url, { poolSize: 2, statementTimeoutMs: 0 })
  try {
    const applied = await migrate(connection.pool, join(projectRoot, 'db/migrations'))
    if (applied.length > 0) process.stdout.write(`  Tables made or changed: ${applied.length} steps\n`)
    await assertNoDemoUsers(connection.db, env)
    if (env.SEED === 'demo' && (await isEmptyShop(connection.db))) {
      process.stdout.write('  Seeding the demo shop …\n')
      const stored = { files: openFileStore(env), dataDir: env.DATA_DIR }
      await seedDemoShop({ db: connection.db, ...stored, root: projectRoot, now: new Date() })
    }
    if (env.SEED === 'none') await closeNewShop(connection.db)
    await resetFutureXids(connection.db)
    await refreshOutdatedProducts(connection.db, new Date(), (count) =>
      process.stdout.write(`  Making ${count} products ready for listing and searching …\n`),
    )
  } catch (error) {
    await connection.close()
    await database.stop()
    throw error
  }
  await connection.close()
  return database.url
}

/** A new shop is visible to staff only, until its owner opens it. */
async function closeNewShop(db: Db): Promise<void> {
  const isNew = (await isEmptyShop(db)) && (await db.$count(settings)) === 0
  if (isNew) await saveSettings<AppearanceSettings>(db, { comingSoon: { ...defaultSettings.comingSoon, isOn: true } })
}

/** First instructions for a shop without an administrator; otherwise ''. */
export async function ownerNotice(databaseUrl: string): Promise<string> {
  const { db, close } = connect(databaseUrl, { poolSize: 1 })
  const owners = await db.$count(users, eq(users.role, 'administrator'))
  await close()
  return owners > 0
    ? ''
    : '  Nobody can run it yet. Make its owner: npm run shop -- user create you@example.com --role administrator\n'
}

/** Tables that are created when the shop starts, by payment sandbox and job queue: a backup restores their rows. */
export async function prepareStartedTables(env: Env, databaseUrl: string, log: Logger): Promise<void> {
  const { pool, close } = connect(databaseUrl, { poolSize: 1 })
  await prepareSchema(pool)
  await close()
  const declared = shopJobs(env).map(({ job }) => job)
  await (await openJobs(databaseUrl, log, declared)).stop()
}

/** Throws on a public shop with demo accounts, whose passwords are published. */
async function assertNoDemoUsers(db: Db, env: Env): Promise<void> {
  const reason = productionReason(env)
  const demoUsers = reason === null ? [] : await findDemoUsers(db)
  if (demoUsers.length === 0) return
  throw new ConfigurationError(
    `This shop is in production: ${reason}. It still has demo accounts whose passwords are public: ${demoUsers.join(', ')}. Remove them, then start again:\n    npm run shop -- user remove-demo`,
  )
}

/** Starts the payment sandbox on the port after the shop's, reachable only locally unless SANDBOX_HOST is set. */
export async function startSandbox(env: Env, databaseUrl: string, log: Logger): Promise<StopFunction> {
  const keys = await loadSandboxKeys(env)
  const connection = connect(databaseUrl, { poolSize: 4 })
  const sandbox = createSandbox({
    pool: connection.pool,
    publicOrigin: sandboxOriginOf(env),
    shopOrigins: [shopUrl(env), `http://127.0.0.1:${env.PORT}`, `http://localhost:${env.PORT}`],
    secretKey: keys.secretKey,
    webhook: {
      url: localUrl(env.HOST, env.PORT) + webhookPath,
      publicUrl: shopUrl(env) + webhookPath,
      secret: keys.webhookSecret,
    },
    onError: (error) => log.error({ err: error }, 'the payment sandbox failed'),
  })
  const server = createServer(requestListener(sandbox.app))
  const stop = async () => {
    await closeServer(server)
    await sandbox.stop()
    await connection.close()
  }
  try {
    await sandbox.start()
    await listenOn(server, sandboxPort(env), env.SANDBOX_HOST)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

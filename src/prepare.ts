/** What must be there before requests are served: database, tables, demo shop, and the payment sandbox where it is used. */
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { isEmptyShop, seedDemoShop } from '../db/seed/seed.ts'
import { refreshOldProducts } from './catalog/refresh-product.ts'
import { forgetForeignChanges } from './catalog/shelf-index/shelf-index.store.ts'
import { connect } from './database/connect.ts'
import { openDatabase } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { type Env, shopUrl } from './env.ts'
import { keysOfSandbox, sandboxOriginOf, sandboxPort } from './open-shop.ts'
import { webhookPath } from './payments/payments.routes.ts'
import { createSandbox } from './payments/sandbox/sandbox.ts'
import { closeServer, listenOn, requestListener } from './web/http-server.ts'

export type Stop = () => Promise<void>

/** Database open, tables current, demo shop in an empty one. */
export async function prepare(env: Env, log: Logger, stops: Stop[], root: string): Promise<string> {
  const database = await openDatabase(env, {
    say: (text) => process.stdout.write(`  ${text}\n`),
    onLost: (error) => {
      log.fatal({ err: error }, 'the database is gone')
      process.exit(1)
    },
  })
  stops.push(() => database.stop())
  const connection = connect(database.url, { poolSize: 2, statementTimeoutMs: 0 })
  try {
    const applied = await migrate(connection.pool, join(root, 'db/migrations'))
    if (applied.length > 0) process.stdout.write(`  Tables made or changed: ${applied.length} steps\n`)
    if (env.SEED === 'demo' && (await isEmptyShop(connection.db))) {
      process.stdout.write('  Filling the shelves with the demo shop …\n')
      await seedDemoShop({ db: connection.db, dataDir: resolve(env.DATA_DIR), root: root, now: new Date() })
    }
    await forgetForeignChanges(connection.db)
    await refreshOldProducts(connection.db, new Date(), (count) =>
      process.stdout.write(`  Making ${count} products ready for listing and searching …\n`),
    )
  } finally {
    await connection.close()
  }
  return database.url
}

/** The stand-in for the payment provider, on the port after the shop's. */
export async function startSandbox(env: Env, databaseUrl: string, log: Logger): Promise<Stop> {
  const keys = await keysOfSandbox(env)
  const connection = connect(databaseUrl, { poolSize: 4 })
  const sandbox = createSandbox({
    pool: connection.pool,
    publicOrigin: sandboxOriginOf(env),
    shopOrigins: [shopUrl(env), `http://127.0.0.1:${env.PORT}`, `http://localhost:${env.PORT}`],
    secretKey: keys.secretKey,
    webhook: { url: `http://127.0.0.1:${env.PORT}${webhookPath}`, secret: keys.webhookSecret },
    onError: (error) => log.error({ err: error }, 'the payment sandbox failed'),
  })
  await sandbox.start()
  const server = createServer(requestListener(sandbox.app))
  await listenOn(server, sandboxPort(env), env.HOST)
  return async () => {
    await closeServer(server)
    await sandbox.stop()
    await connection.close()
  }
}

/** What must be there before requests are served: database, tables, demo shop, and the payment sandbox where it is used. */
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { demoPeopleIn } from '../db/seed/demo-people.ts'
import { isEmptyShop, seedDemoShop } from '../db/seed/seed.ts'
import { refreshOldProducts } from './catalog/refresh-product.ts'
import { forgetForeignChanges } from './catalog/shelf-index/shelf-index.store.ts'
import { connect, type Db } from './database/connect.ts'
import { openDatabase } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { assertFitToServe, ConfigurationError, type Env, localUrl, productionSign, shopUrl } from './env.ts'
import { keysOfSandbox, sandboxOriginOf, sandboxPort } from './open-shop.ts'
import { webhookPath } from './payments/payments.routes.ts'
import { createSandbox } from './payments/sandbox/sandbox.ts'
import { closeServer, listenOn, requestListener } from './web/http-server.ts'

export type Stop = () => Promise<void>

/** Database open, tables current, demo shop in an empty one. Throws where this shop must not be served as it is. */
export async function prepare(env: Env, log: Logger, stops: Stop[], root: string): Promise<string> {
  assertFitToServe(env)
  const database = await openDatabase(env, {
    say: (text) => process.stdout.write(`  ${text}\n`),
    onDown: (error) => log.error({ err: error }, 'the database is down and cannot be started yet; it is tried again'),
  })
  stops.push(() => database.stop())
  const connection = connect(database.url, { poolSize: 2, statementTimeoutMs: 0 })
  try {
    const applied = await migrate(connection.pool, join(root, 'db/migrations'))
    if (applied.length > 0) process.stdout.write(`  Tables made or changed: ${applied.length} steps\n`)
    await assertNoDemoPeople(connection.db, env)
    if (env.SEED === 'demo' && (await isEmptyShop(connection.db))) {
      process.stdout.write('  Filling the shelves with the demo shop …\n')
      await seedDemoShop({ db: connection.db, dataDir: resolve(env.DATA_DIR), root: root, now: new Date() })
    }
    await forgetForeignChanges(connection.db)
    await refreshOldProducts(connection.db, new Date(), (count) =>
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

/** Whoever reads the README can sign in as one of them. */
async function assertNoDemoPeople(db: Db, env: Env): Promise<void> {
  const sign = productionSign(env)
  const people = sign === null ? [] : await demoPeopleIn(db)
  if (people.length === 0) return
  throw new ConfigurationError(
    `This shop is in production: ${sign}. It still has demo accounts whose passwords are public: ${people.join(', ')}. Remove them, then start again:\n    npm run shop -- user remove-demo`,
  )
}

/** The stand-in for the payment provider, on the port after the shop's, and for this machine unless SANDBOX_HOST says more. */
export async function startSandbox(env: Env, databaseUrl: string, log: Logger): Promise<Stop> {
  const keys = await keysOfSandbox(env)
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
  await sandbox.start()
  const server = createServer(requestListener(sandbox.app))
  await listenOn(server, sandboxPort(env), env.SANDBOX_HOST)
  return async () => {
    await closeServer(server)
    await sandbox.stop()
    await connection.close()
  }
}

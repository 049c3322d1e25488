/** The only file that knows of ports and processes: starts the parts in order, serves, and stops them in reverse. */
import cluster from 'node:cluster'
import { createServer, type RequestListener } from 'node:http'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { ConfigurationError, type Env, readEnv, shopUrl } from './env.ts'
import { openLog } from './log.ts'
import { errorText } from './log-error.ts'
import { uploadFiles } from './media/upload-files.ts'
import { warmSizes } from './media/warm-sizes.ts'
import { aboutSandbox, clientDirOf, openShop, usesSandbox } from './open-shop.ts'
import { prepare, type Stop, startSandbox } from './prepare.ts'
import { builtAssets } from './web/assets.ts'
import { refuseForeignHosts } from './web/host-check.ts'
import { closeServer, listenOn, requestListener } from './web/http-server.ts'
import type { PageCache } from './web/page-cache.ts'

/** `dist/server/server.js` and `src/server.ts` are both two folders below the project. */
const projectRoot = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  return here.includes('dist') ? resolve(here, '../..') : resolve(here, '..')
}

async function main(): Promise<void> {
  const env = readEnv(process.env)
  const log = openLog(env)
  const stops: Stop[] = []
  stopOnSignals(stops, log)
  if (env.WORKERS > 1 && cluster.isPrimary) return supervise(env, log, stops)
  const databaseUrl = cluster.isWorker
    ? String(process.env.SAMOVAR_DATABASE_URL)
    : await prepare(env, log, stops, projectRoot())
  if (!cluster.isWorker && usesSandbox(env)) stops.push(await startSandbox(env, databaseUrl, log))
  stops.push(await serveShop(env, databaseUrl, log))
  if (!cluster.isWorker) process.stdout.write(`\n  Samovar is open at ${shopUrl(env)}\n${aboutSandbox(env)}\n`)
}

/** One process that owns database and sandbox, and as many as asked for that serve on one port. */
async function supervise(env: Env, log: Logger, stops: Stop[]): Promise<void> {
  const databaseUrl = await prepare(env, log, stops, projectRoot())
  if (usesSandbox(env)) stops.push(await startSandbox(env, databaseUrl, log))
  let isStopping = false
  const begin = () => cluster.fork({ SAMOVAR_DATABASE_URL: databaseUrl })
  for (let count = 0; count < env.WORKERS; count += 1) begin()
  cluster.on('exit', (_worker, code) => {
    if (isStopping) return
    log.error({ code }, 'a worker ended and is replaced')
    setTimeout(begin, 500)
  })
  let listening = 0
  cluster.on('listening', () => {
    listening += 1
    if (listening === env.WORKERS)
      process.stdout.write(
        `\n  Samovar is open at ${shopUrl(env)} with ${env.WORKERS} processes\n${aboutSandbox(env)}\n`,
      )
  })
  stops.push(async () => {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => new Promise((done) => worker.once('exit', done)))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  })
}

async function serveShop(env: Env, databaseUrl: string, log: Logger): Promise<Stop> {
  const clientDir = clientDirOf(projectRoot())
  const opened = await openShop(env, databaseUrl, {
    assets: builtAssets(clientDir),
    clientDir,
    isProduction: true,
    log,
  })
  const app = createApp(opened.shop)
  const own = { url: opened.shop.url, isGiven: env.SHOP_URL !== undefined }
  const server = createServer(refuseForeignHosts(own, listenerOf(opened.shop.pages, requestListener(app))))
  server.keepAliveTimeout = 65_000
  await listenOn(server, env.PORT, env.HOST)
  await opened.startJobs()
  collectStartUp()
  // What a killed process left open is asked about at once, not when the clock next says so.
  await opened.shop.jobs.enqueueNow('reconcile', {}).catch((error) => {
    log.warn({ err: error }, 'payments are asked about later')
  })
  void opened.shop.shelves.warm().catch((error) => log.warn({ err: error }, 'the shelves could not be read ahead'))
  const warming = new AbortController()
  if (env.WARM_PICTURES === 'on' && (!cluster.isWorker || cluster.worker?.id === 1)) {
    void warmSizes(opened.shop.db, uploadFiles(opened.shop.dataDir), {
      signal: warming.signal,
      onProblem: (path, error) => log.warn({ path, err: error }, 'a picture could not be sized'),
    }).catch((error) => log.warn({ err: error }, 'sizing pictures stopped'))
  }
  return async () => {
    warming.abort()
    await closeServer(server)
    await opened.close()
  }
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Starting up leaves some 200 MB of garbage, which an idle process would keep for long. Collected once, thoroughly, the
 * shop rests at less than half; what it needs under load it takes again.
 */
function collectStartUp(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 1500).unref()
}

/** Pages that are kept are answered before the router looks at the request. */
function listenerOf(pages: PageCache, next: RequestListener): RequestListener {
  return (request, response) => {
    if (!pages.serve(request, response, Date.now())) next(request, response)
  }
}

function stopOnSignals(stops: Stop[], log: Logger): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    for (const step of stops.toReversed())
      await step().catch((error) => log.error({ err: error }, 'a part did not stop cleanly'))
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

main().catch((error: unknown) => {
  if (error instanceof ConfigurationError) process.stderr.write(`\n  The shop cannot start.\n  ${error.message}\n\n`)
  else process.stderr.write(`\n  The shop cannot start: ${errorText(error)}\n\n`)
  process.exit(1)
})

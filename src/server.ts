/** The only file with ports and processes: starts the parts, serves requests, and stops the parts in reverse. */

import cluster from 'node:cluster'
import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { reconcileJob } from './jobs.ts'
import { clientDirOf, openShop, ownsSandbox, type RunningShop, sandboxNotice } from './open-shop.ts'
import { ConfigurationError, type Env, parseEnv, projectRoot, shopUrl } from './platform/env.ts'
import { errorText, openLog } from './platform/log/open-log.ts'
import { collectStartupGarbage, retainTickObject } from './platform/v8-memory.ts'
import { builtAssets } from './platform/web/assets.ts'
import { rejectUnknownHosts } from './platform/web/http/host-check.ts'
import {
  assertCanListen,
  closeServer,
  createHttpServer,
  listenOn,
  requestListener,
} from './platform/web/http/http-server.ts'
import { assertPortsAreFree, ownerNotice, prepare, type StopFunction, startSandbox, stopOnce } from './prepare.ts'
import { warmSizes } from './things/media/resize.ts'
import { uploadFiles } from './things/media/upload-files.ts'

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const log = openLog(env)
  const stops: StopFunction[] = []
  const stop = stopOnce(stops, log)
  // A terminal that is closed sends SIGHUP.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)))
  try {
    await start(env, log, stops)
  } catch (error) {
    report(error)
    await stop()
    process.exit(1)
  }
}

function report(error: unknown): void {
  const text = error instanceof ConfigurationError ? `.\n  ${error.message}` : `: ${errorText(error)}`
  process.stderr.write(`\n  The shop cannot start${text}\n\n`)
}

async function start(env: Env, log: Logger, stops: StopFunction[]): Promise<void> {
  if (!cluster.isWorker) await assertPortsAreFree(env)
  const databaseUrl = cluster.isWorker ? String(process.env.SAMOVAR_DATABASE_URL) : await prepare(env, log, stops)
  const notice = cluster.isWorker ? '' : await ownerNotice(databaseUrl)
  if (!cluster.isWorker && ownsSandbox(env)) stops.push(await startSandbox(env, databaseUrl, log))
  if (!cluster.isWorker && env.WORKERS > 1) return supervise(env, databaseUrl, { log, stops, notice })
  await serveShop(env, databaseUrl, { log, stops })
  if (!cluster.isWorker) announce(env, '', notice)
}

const announce = (env: Env, processes: string, notice: string): boolean =>
  process.stdout.write(`\n  Samovar is open at ${shopUrl(env)}${processes}\n${sandboxNotice(env)}${notice}\n`)

type Supervised = { readonly log: Logger; readonly stops: StopFunction[]; readonly notice: string }

/** Starts the configured number of workers, which share one port. This process owns database and sandbox. */
async function supervise(env: Env, databaseUrl: string, { log, stops, notice }: Supervised): Promise<void> {
  // Again, because workers that cannot listen would be replaced for ever.
  await assertCanListen(env.PORT, env.HOST)
  let isStopping = false
  // Workers accept for themselves: a connection that this process hands to one that is stopped or dies is never answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const forkWorker = () => cluster.fork({ SAMOVAR_DATABASE_URL: databaseUrl })
  for (let count = 0; count < env.WORKERS; count += 1) forkWorker()
  cluster.on('exit', (_worker, code) => {
    if (isStopping) return
    log.error({ code }, 'a worker ended and is replaced')
    setTimeout(forkWorker, 500)
  })
  let listening = 0
  cluster.on('listening', () => {
    listening += 1
    if (listening === env.WORKERS) announce(env, ` with ${env.WORKERS} processes`, notice)
  })
  stops.push(async () => {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
  })
}

async function serveShop(env: Env, databaseUrl: string, { log, stops }: Omit<Supervised, 'notice'>): Promise<void> {
  const clientDir = clientDirOf(projectRoot)
  const parts = { assets: builtAssets(clientDir), clientDir, isProduction: true, log }
  const running = await openShop(env, databaseUrl, parts)
  stops.push(() => running.close())
  const shopHost = { url: running.shop.url, isConfigured: env.SHOP_URL !== undefined }
  const server = createHttpServer(rejectUnknownHosts(shopHost, listenerOf(running)))
  await listenOn(server, env.PORT, env.HOST)
  stops.push(() => closeServer(server))
  await running.startJobs()
  retainTickObject()
  collectStartupGarbage()
  // Reconciles payments that a killed process has left open, without waiting for the schedule.
  await running.shop.jobs.enqueueNow(reconcileJob, {}).catch((error) => {
    log.warn({ err: error }, 'payments are asked about later')
  })
  void running.shop.productIndex
    .warm()
    .catch((error) => log.warn({ err: error }, 'the product index could not be loaded ahead'))
  const warming = new AbortController()
  stops.push(async () => warming.abort())
  if (env.WARM_PICTURES === 'on' && (!cluster.isWorker || cluster.worker?.id === 1)) {
    void warmSizes(running.shop.db, uploadFiles(running.shop), {
      signal: warming.signal,
      onProblem: (path, error) => log.warn({ path, err: error }, 'a picture could not be sized'),
    }).catch((error) => log.warn({ err: error }, 'sizing pictures stopped'))
  }
}

/** Serves cached pages before the router. The shop for another host is created on its first request. */
function listenerOf(running: RunningShop): RequestListener {
  const listeners = new Map([[running.shop, requestListener(createApp(running.shop))]])
  return (request, response) => {
    const shop = running.shopAt(request.headers.host)
    if (shop.pages.serve(request, response, Date.now())) return
    const listener = listeners.get(shop) ?? requestListener(createApp(shop))
    listeners.set(shop, listener)
    listener(request, response)
  }
}

main().catch((error: unknown) => {
  report(error)
  process.exit(1)
})

/** The development server: it compiles sources on request, renders pages from the newest code, and caches nothing. */
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite } from 'vite'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

type Modules = {
  app: typeof import('../src/app.ts')
  log: typeof import('../src/platform/log/open-log.ts')
  open: typeof import('../src/open-shop.ts')
  server: typeof import('../src/prepare.ts')
  env: typeof import('../src/platform/env.ts')
  hosts: typeof import('../src/platform/web/http/host-check.ts')
  http: typeof import('../src/platform/web/http/http-server.ts')
  assets: typeof import('../src/platform/web/assets.ts')
}

const vite = await createVite({ root, server: { middlewareMode: true, hmr: { port: 24_679 } }, appType: 'custom' })
const load = async <K extends keyof Modules>(path: string): Promise<Modules[K]> =>
  (await vite.ssrLoadModule(path)) as Modules[K]

const { parseEnv, shopUrl } = await load<'env'>('/src/platform/env.ts')
const { errorText, openLog } = await load<'log'>('/src/platform/log/open-log.ts')
const { sandboxNotice, openShop, ownsSandbox } = await load<'open'>('/src/open-shop.ts')
const { assertPortsAreFree, prepare, startSandbox, stopOnce } = await load<'server'>('/src/prepare.ts')
const { rejectUnknownHosts } = await load<'hosts'>('/src/platform/web/http/host-check.ts')
const { listenOn } = await load<'http'>('/src/platform/web/http/http-server.ts')
const { developmentAssets } = await load<'assets'>('/src/platform/web/assets.ts')

const env = parseEnv(process.env)
const log = openLog(env)
const stops: (() => Promise<void>)[] = []
const stop = stopOnce(stops, log)
// From here on a signal, or an error, stops the database as well, which would otherwise stay.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop().then(() => process.exit(0)))
try {
  await start()
} catch (error) {
  process.stderr.write(`\n  The shop cannot start: ${errorText(error)}\n\n`)
  await stop()
  process.exit(1)
}

async function start(): Promise<void> {
  stops.push(() => vite.close())
  await assertPortsAreFree(env)
  const databaseUrl = await prepare(env, log, stops)
  if (ownsSandbox(env)) stops.push(await startSandbox(env, databaseUrl, log))
  const opened = await openShop(env, databaseUrl, {
    assets: developmentAssets(),
    clientDir: join(root, 'dist/client'),
    isProduction: false,
    log,
  })
  stops.push(() => opened.close())
  await opened.startJobs()

  // The app is loaded for each request, so that an edit shows at the next reload; Vite caches unchanged files.
  const handleRequest = getRequestListener(async (request) => {
    const { createApp } = await load<'app'>('/src/app.ts')
    return createApp(opened.shopAt(request.headers.get('host') ?? undefined)).fetch(request)
  })
  const shopHost = { url: shopUrl(env), isConfigured: env.SHOP_URL !== undefined }
  const server = createServer(
    rejectUnknownHosts(shopHost, (request, response) => {
      vite.middlewares(request, response, () => void handleRequest(request, response))
    }),
  )
  stops.push(async () => server.closeAllConnections())
  await listenOn(server, env.PORT, env.HOST)
  process.stdout.write(`\n  Samovar (development) is open at ${shopUrl(env)}\n${sandboxNotice(env)}\n`)
}

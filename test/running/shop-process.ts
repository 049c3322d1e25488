/** The built shop in a separate process, as `npm start` runs it: for kills, browsers and measurements. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseRoot } from './database-root.ts'
import { findFreePortPair } from './free-ports.ts'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'dist/server/server.js')

export type ShopProcess = {
  readonly url: string
  readonly sandboxUrl: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  isAlive(): boolean
  /** Output of the process so far, for the message of a failed test. */
  output(): string
  /** Stops the process with SIGTERM and waits for its end. */
  stop(): Promise<void>
  /** Kills the process with SIGKILL, as the kernel does when memory runs out. */
  kill(): Promise<void>
}

export type StartOptions = {
  readonly dataDir: string
  /** Pass it to start the same shop again after a kill, so that cookies and links stay valid. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
}

/** Builds the shop unless the existing build is of the current sources. */
export function ensureBuilt(): void {
  execFileSync(process.execPath, [join(root, 'scripts/test.mjs'), 'build'], { cwd: root, stdio: 'pipe' })
}

/**
 * Starts the shop and waits until it responds. With an empty directory, seeding the demo shop takes a few seconds more.
 */
export async function startShop(options: StartOptions): Promise<ShopProcess> {
  if (!existsSync(program)) throw new Error('The shop is not built. Run `npm test -- build` first.')
  const port = options.port ?? (await findFreePortPair())
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: options.dataDir,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output = (output + text).slice(-20_000)
    })
  }
  const shop: ShopProcess = {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${port + 1}`,
    port,
    dataDir: options.dataDir,
    pid: child.pid ?? 0,
    isAlive: () => !hasEnded(child),
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
  await untilHealthy(shop, child)
  return shop
}

async function untilHealthy(shop: ShopProcess, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The shop did not start:\n${shop.output()}`)
    const response = await fetch(`${shop.url}/healthz`).catch(() => null)
    if (response?.ok) return
    await pause(50)
  }
  await shop.kill()
  throw new Error(`The shop did not answer within 90 s:\n${shop.output()}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  await once(child, 'exit')
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** A data directory that every user of the machine can enter: as root, the database runs as another user. */
export async function temporaryDataDir(parent = databaseRoot): Promise<string> {
  const directory = await mkdtemp(join(parent, 'samovar-shop-'))
  await chmod(directory, 0o755)
  return join(directory, 'data')
}

/**
 * A data directory that already contains the demo shop: a copy of the one the browser tests made, which starts in a
 * fraction of the time. If there is none to copy, the directory is empty, and the shop fills it.
 */
export async function demoDataDir(): Promise<string> {
  const dataDir = await temporaryDataDir()
  const template = process.env.SAMOVAR_DEMO_DATA
  // Keeps the owner of each file: if the tests run as root, the database's files belong to another user.
  if (template) await execute('cp', ['-a', template, dataDir])
  return dataDir
}

/** Removes a directory that `temporaryDataDir` created. The shop has to be stopped. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(resolve(dataDir, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** Ends the embedded database of a directory: killed, or stopped as an operator would. */
export async function killDatabase(dataDir: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const pid = await databasePid(dataDir)
  if (pid === undefined) return
  process.kill(pid, signal)
}

/** The process id of the embedded database, if its pid file exists. */
export async function databasePid(dataDir: string): Promise<number | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(pidFile.split('\n')[0])
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/**
 * The database the shop brings along: a real PostgreSQL in DATA_DIR, started with the first process that needs it and
 * stopped after the last one. See docs/decisions/embedded-postgres.md.
 */
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigurationError, type Env } from '../env.ts'
import {
  type Cluster,
  clusterDirectory,
  createCluster,
  databaseName,
  holdsCluster,
  openCluster,
  roleName,
} from './cluster.ts'
import { applicationName } from './connect.ts'
import { isCode, isPresent, withLock } from './process-lock.ts'
import { keptSecret, readSecret } from './secret.ts'
import { type RunningServer, type Settings, startServer, stopServer, waitUntilReady } from './server-process.ts'

export type OpenedDatabase = {
  /** For `connect`. */
  readonly url: string
  /** Gives the database up. The embedded server stops with the last process that used it. Close pools first. */
  stop(): Promise<void>
}

export type OpenOptions = {
  /** Told in a few words what takes a moment, such as making a new database. */
  readonly say?: (text: string) => void
  /** Told when the embedded server went away and could not be brought back. */
  readonly onLost?: (error: Error) => void
  /** PostgreSQL settings on top of our own, for tests. They count when this process starts the server. */
  readonly settings?: Settings
}

const oldestServer = 15
const passwordName = 'database-password'

/** Opens the operator's own server where `DATABASE_URL` names one, else the embedded one in `DATA_DIR`. */
export async function openDatabase(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  if (!env.DATABASE_URL) return openEmbedded(env.DATA_DIR, options)
  await checkServer(env.DATABASE_URL)
  return { url: env.DATABASE_URL, stop: async () => {} }
}

/**
 * Makes, starts or joins the embedded server in `dataDir`; once per process. When the server dies it is started again where it
 * was, for as long as this process holds it open. Throws a `ConfigurationError`, with nothing touched, for a directory that is
 * not ours to use.
 */
export async function openEmbedded(dataDir: string, options: OpenOptions = {}): Promise<OpenedDatabase> {
  if (process.platform === 'win32') {
    throw new ConfigurationError('The embedded database needs Linux or macOS. Set DATABASE_URL to a PostgreSQL server.')
  }
  await holdsCluster(resolve(dataDir))
  await mkdir(dataDir, { recursive: true })
  const home = await realpath(dataDir)
  const lock = join(home, 'postgres.lock')

  let held = await withLock(lock, () => enter(home, options))
  let recovery = Promise.resolve()
  let isStopping = false
  let isLost = false
  watch()

  function watch() {
    held.presence.once('end', () => {
      if (!isStopping) recovery = bringBack()
    })
  }

  async function bringBack() {
    try {
      const again = await withLock(lock, () => enter(home, options))
      if (again.url !== held.url) throw new Error('The database came back at another address: start the shop again.')
      held = again
      watch()
    } catch (error) {
      isLost = true
      if (!options.onLost) throw error
      options.onLost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async function stop() {
    if (isStopping) return
    isStopping = true
    await recovery
    if (isLost) return
    await withLock(lock, async () => {
      const isLast = (await countOthers(held.presence)) === 0
      await held.presence.end()
      if (isLast) await stopServer(held.cluster, held.server)
    })
  }

  return { url: held.url, stop }
}

type Entered = {
  readonly cluster: Cluster
  readonly server: RunningServer
  readonly url: string
  /** A connection kept for as long as we use the server, so that other processes see us and leave it running. */
  readonly presence: pg.Client
}

/** Call it under the lock: nobody may stop the server between our finding it and our being connected to it. */
async function enter(home: string, options: OpenOptions): Promise<Entered> {
  const { cluster, password } = await findOrCreate(home, options)
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const server =
      (await waitUntilReady(cluster)) ?? (await startServer(cluster, join(home, 'postgres.log'), options.settings))
    const url = urlOf(server, password)
    try {
      return { cluster, server, url, presence: await attend(url) }
    } catch (error) {
      // For a moment after a crash of one of its processes the server turns everybody away.
      if (!turnedAway.some((code) => isCode(error, code)) || Date.now() > giveUpAt) throw error
      await pause(50)
    }
  }
}

const turnedAway = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT']

async function findOrCreate(home: string, options: OpenOptions): Promise<{ cluster: Cluster; password: string }> {
  if (await holdsCluster(home)) {
    const password = await readSecret(home, passwordName)
    if (password === undefined) {
      throw new ConfigurationError(
        `${join(home, 'secrets', passwordName)} is missing. It belongs to the database in ${clusterDirectory(home)}: ` +
          'restore both from the same backup.',
      )
    }
    return { cluster: await openCluster(home), password }
  }
  options.say?.(`Making a new database in ${clusterDirectory(home)}`)
  const password = await keptSecret(home, passwordName)
  return { cluster: await createCluster(home, password), password }
}

async function attend(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName })
  await client.connect()
  // A broken connection is told twice, as an error and as its end; the end is what we act on.
  client.on('error', () => {})
  return client
}

/** Processes that use the server besides this one. The server may still list one that has just been killed. */
async function countOthers(presence: pg.Client): Promise<number> {
  const { rows } = await presence.query<{ name: string }>(
    "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'samovar:%'",
  )
  const others = rows.map(({ name }) => Number(name.split(':')[1])).filter((pid) => pid !== process.pid)
  return others.filter(isPresent).length
}

function urlOf({ port, socketDirectory }: RunningServer, password: string): string {
  const login = `${roleName}:${password}`
  if (!socketDirectory) return `postgresql://${login}@127.0.0.1:${port}/${databaseName}`
  return `postgresql://${login}@localhost/${databaseName}?host=${encodeURIComponent(socketDirectory)}&port=${port}`
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ number: string; name: string }>(
      "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
    )
    const server = rows[0]
    if (server && Number(server.number) < oldestServer * 10_000) {
      throw new ConfigurationError(
        `DATABASE_URL names a PostgreSQL ${server.name} server; Samovar needs ${oldestServer} or newer.`,
      )
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new ConfigurationError(`DATABASE_URL names a server that cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end()
  }
}

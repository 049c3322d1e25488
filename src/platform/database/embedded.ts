/** A PostgreSQL server in DATA_DIR, shared by processes: docs/decisions/embedded-postgres.md. */
import { access, constants, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigurationError, type Env } from '../env.ts'
import {
  type Cluster,
  clusterDirectory,
  createCluster,
  databaseName,
  hasCluster,
  openCluster,
  roleName,
} from './cluster.ts'
import { type ClientConnection, connectClient } from './connect.ts'
import { makeDirectory } from './make-directory.ts'
import { processExists, withLock } from './process-lock.ts'
import { loadOrCreateSecret, readSecret } from './secret.ts'
import { type RunningServer, type ServerSettings, startServer, stopServer, waitUntilReady } from './server-process.ts'
import { unavailableReason } from './unavailable-reason.ts'

export type DatabaseHandle = {
  readonly url: string
  /** Releases the database. The embedded server stops with its last user. Close pools first. */
  stop(): Promise<void>
}

export type OpenOptions = {
  /** Called with a short text for steps that take a moment, such as creating a database. */
  readonly onProgress?: (text: string) => void
  /** Called when the embedded server has died and could not be restarted yet. Retried until it succeeds. */
  readonly onDown?: (error: Error) => void
  /** Additional PostgreSQL settings. Used if this process starts the server. */
  readonly settings?: ServerSettings
}

const minServerVersion = 15
const passwordName = 'database-password'
const retryDelayMs = 500
/** Failed restarts are reported once per this many attempts. */
const attemptsBetweenReports = 60

/** Opens the server in `DATABASE_URL`, else the embedded one in `DATA_DIR`. */
export async function openDatabase(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  options: OpenOptions = {},
): Promise<DatabaseHandle> {
  if (!env.DATABASE_URL) return openEmbedded(env.DATA_DIR, options)
  await checkServerVersion(env.DATABASE_URL)
  return { url: env.DATABASE_URL, stop: async () => {} }
}

/** Creates, starts or joins the server, and restarts it after a crash. Throws if the directory is unusable. */
export async function openEmbedded(dataDir: string, options: OpenOptions = {}): Promise<DatabaseHandle> {
  if (process.platform === 'win32') {
    throw new ConfigurationError('The embedded database needs Linux or macOS. Set DATABASE_URL to a PostgreSQL server.')
  }
  const dataDirectory = await openDirectory(dataDir)
  const lock = join(dataDirectory, 'postgres.lock.db')

  let session = await withLock(lock, () => openSession(dataDirectory, options))
  let restarting = Promise.resolve()
  let isStopping = false
  watchConnection()

  function watchConnection() {
    void session.connection.ended.then(() => {
      if (!isStopping) restarting = restartServer()
    })
  }

  async function restartServer() {
    for (let attempt = 0; !isStopping; attempt += 1) {
      try {
        session = await withLock(lock, () => openSession(dataDirectory, options, session))
        return watchConnection()
      } catch (error) {
        if (attempt % attemptsBetweenReports === 0)
          options.onDown?.(error instanceof Error ? error : new Error(String(error)))
        await pause(retryDelayMs)
      }
    }
  }

  async function stop() {
    if (isStopping) return
    isStopping = true
    await restarting
    await withLock(lock, () => closeSession(session))
  }

  return { url: session.url, stop }
}

/** The real path of DATA_DIR, created if it is missing. Throws if it cannot be written to, or holds something else. */
async function openDirectory(dataDir: string): Promise<string> {
  try {
    await hasCluster(resolve(dataDir))
    await makeDirectory(dataDir)
    await access(dataDir, constants.W_OK)
    return await realpath(dataDir)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new ConfigurationError(`DATA_DIR ${dataDir} cannot be used: ${error.message}`, { cause: error })
  }
}

type ServerSession = {
  readonly cluster: Cluster
  readonly server: RunningServer
  readonly url: string
  /** Connection held open while the server is in use, so that other processes do not stop it. */
  readonly connection: ClientConnection
}

/** Call it with the lock, so that no process stops the server. `previous` keeps its port, which pools use. */
async function openSession(
  dataDirectory: string,
  options: OpenOptions,
  previous?: ServerSession,
): Promise<ServerSession> {
  const { cluster, password } = await findOrCreate(dataDirectory, options, previous)
  const log = join(dataDirectory, 'postgres.log')
  let isStartedHere = false
  for (const deadline = Date.now() + 60_000; ; await pause(50)) {
    const running = await waitUntilReady(cluster)
    const server = running ?? (await startServer(cluster, log, options.settings, previous?.server.port))
    isStartedHere ||= running === undefined
    const url = urlOf(server, password)
    if (previous && previous.url !== url)
      throw new Error('The database came back at another address: start the shop again.')
    try {
      return { cluster, server, url, connection: await connectClient(url) }
    } catch (error) {
      // While recovering from a crashed backend the server rejects connections for a moment.
      if (unavailableReason(error) === 'unreachable' && Date.now() <= deadline) continue
      if (isStartedHere && !previous) await stopServer(cluster, server)
      throw error
    }
  }
}

/** The last process stops the server. Call it under the lock. */
async function closeSession({ cluster, server, url, connection }: ServerSession): Promise<void> {
  await connection.client.end()
  try {
    const { client } = await connectClient(url)
    const isLastProcess = (await countOtherProcesses(client)) === 0
    await client.end()
    if (isLastProcess) await stopServer(cluster, server)
  } catch (error) {
    // The server has died and will not be restarted here, so there is nothing to stop.
    if (unavailableReason(error) !== 'unreachable') throw error
  }
}

async function findOrCreate(dataDirectory: string, options: OpenOptions, previous: ServerSession | undefined) {
  const directory = clusterDirectory(dataDirectory)
  if (!(await hasCluster(dataDirectory))) {
    // A missing directory, e.g. of an unmounted disk, must never be replaced by an empty shop.
    if (previous) throw new Error(`${directory} is gone.`)
    options.onProgress?.(`Making a new database in ${directory}`)
    const password = await loadOrCreateSecret(dataDirectory, passwordName)
    return { cluster: await createCluster(dataDirectory, password), password }
  }
  const password = await readSecret(dataDirectory, passwordName)
  if (password === undefined) {
    throw new ConfigurationError(
      `${join(dataDirectory, 'secrets', passwordName)} is missing. It belongs to the database in ${directory}: ` +
        'restore both from the same backup.',
    )
  }
  return { cluster: await openCluster(dataDirectory), password }
}

/** Number of other processes that use the server. A killed process may be listed for a moment. */
async function countOtherProcesses(connection: pg.Client): Promise<number> {
  const { rows } = await connection.query<{ name: string }>(
    "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'samovar:%'",
  )
  const otherPids = rows.map(({ name }) => Number(name.split(':')[1])).filter((pid) => pid !== process.pid)
  return otherPids.filter(processExists).length
}

function urlOf({ port, socketDirectory }: RunningServer, password: string): string {
  const login = `${roleName}:${password}`
  if (!socketDirectory) return `postgresql://${login}@127.0.0.1:${port}/${databaseName}`
  return `postgresql://${login}@localhost/${databaseName}?host=${encodeURIComponent(socketDirectory)}&port=${port}`
}

async function checkServerVersion(url: string): Promise<void> {
  try {
    const { client } = await connectClient(url)
    const { rows } = await client.query<{ number: string; name: string }>(
      "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
    )
    await client.end()
    const server = rows[0]
    if (server && Number(server.number) < minServerVersion * 10_000) {
      throw new ConfigurationError(
        `DATABASE_URL names a PostgreSQL ${server.name} server; Samovar needs ${minServerVersion} or newer.`,
      )
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new ConfigurationError(`DATABASE_URL names a server that cannot be used: ${reason}`, { cause: error })
  }
}

/** Process of the embedded PostgreSQL: detect, start, stop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fchownSync, openSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect as connectSocket, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigurationError } from '../env.ts'
import { type Cluster, type Marker, readMarker, spawnOptions, writeMarker } from './cluster.ts'
import { commandLineOf, hasErrorCode, processExists } from './process-lock.ts'

export type RunningServer = {
  readonly pid: number
  readonly port: number
  /** Empty if only TCP is available. */
  readonly socketDirectory: string
  readonly isReady: boolean
}

export type ServerSettings = Readonly<Record<string, string>>

/** Tuned for small machines, short queries and quick start and recovery, without trading away durability. */
const defaultSettings: ServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '120',
  shared_buffers: '96MB',
  work_mem: '8MB',
  max_wal_size: '256MB',
  min_wal_size: '48MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  wal_level: 'replica',
  max_wal_senders: '2',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %q%a ',
  // Otherwise the log would contain the row of a failed statement, with personal data.
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/** The server exited before it accepted connections; the message includes the end of its log. */
export class ServerStartError extends Error {}

const pollMs = 15
const maxLogBytes = 5_000_000
/** The complete socket path must fit into 107 bytes. */
const maxSocketDirectoryLength = 85

/** The server in the cluster's `postmaster.pid`, verified against the process of that pid. */
export async function findRunningServer(cluster: Cluster): Promise<RunningServer | undefined> {
  const lines = await readPidFile(cluster)
  const pid = Number(lines[0])
  if (!(await isServerOf(cluster, pid))) return undefined
  const isReady = lines[7]?.trim() === 'ready'
  return { pid, port: Number(lines[3]), socketDirectory: lines[4]?.trim() ?? '', isReady }
}

/** Starts a server that survives this process, on `requiredPort` or on any free port. */
export async function startServer(
  cluster: Cluster,
  logFile: string,
  settings: ServerSettings = {},
  requiredPort?: number,
): Promise<RunningServer> {
  const logBytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (logBytes > maxLogBytes) await rename(logFile, `${logFile}.old`)
  const marker = await readMarker(cluster)
  const socketDirectory = await chooseSocketDirectory(cluster, marker)
  let port = requiredPort ?? marker.port ?? (await freePort())
  await rejectIfServedElsewhere(cluster, socketDirectory, port)
  for (const deadline = Date.now() + 30_000; ; ) {
    await replaceForeignPid(cluster)
    await removeStaleSockets(socketDirectory)
    const started = await launch(cluster, logFile, {
      ...defaultSettings,
      ...settings,
      cluster_name: marker.name,
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: socketDirectory,
    })
    if ('server' in started) {
      if (marker.port !== port) await writeMarker(cluster, { ...marker, port })
      return started.server
    }
    const isTaken = requiredPort === undefined && /Address already in use|could not bind/.test(started.log)
    // Backends of a killed server exit with a delay; starting while they run would corrupt the files.
    const isBusy = /shared memory block .* is still in use/.test(started.log)
    if (Date.now() > deadline || !(isTaken || isBusy)) {
      throw new ServerStartError(
        `The database in ${cluster.directory} did not start. The end of ${logFile} says:\n${started.log.slice(-2000)}`,
      )
    }
    if (isTaken) port = await freePort()
    else await pause(100)
  }
}

/** Waits for a server started by another process. Undefined if it exits instead. */
export async function waitUntilReady(cluster: Cluster): Promise<RunningServer | undefined> {
  for (;;) {
    const running = await findRunningServer(cluster)
    if (!running || running.isReady) return running
    await pause(pollMs)
  }
}

export async function stopServer(cluster: Cluster, { pid, socketDirectory }: RunningServer): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown. SIGQUIT skips the checkpoint and leaves it to crash recovery, without data
  // loss.
  for (const [signal, timeoutMs] of [['SIGINT', 60_000] as const, ['SIGQUIT', 10_000] as const]) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (hasErrorCode(error, 'ESRCH')) return
      throw error
    }
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      // `postmaster.pid` disappears shortly before the process does.
      if (!(await isServerOf(cluster, pid))) {
        if (socketDirectory && socketDirectory !== cluster.directory)
          await rm(socketDirectory, { recursive: true, force: true })
        return
      }
      await pause(pollMs)
    }
  }
  throw new Error(`The database (process ${pid}) did not stop.`)
}

/** The server once it accepts connections, or the log of a failed start. */
async function launch(
  cluster: Cluster,
  logFile: string,
  settings: ServerSettings,
): Promise<{ readonly server: RunningServer } | { readonly log: string }> {
  const log = openSync(logFile, 'a', 0o600)
  if (cluster.user) fchownSync(log, cluster.user.uid, cluster.user.gid)
  const logStart = statSync(logFile).size
  const { arguments: dataDirArgs, options, release } = spawnOptions(cluster, log)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A separate process group: Ctrl-C reaches only the shop, which then closes the database in order.
  const child = spawn(join(cluster.binDirectory, 'postgres'), [...dataDirArgs, ...flags], {
    ...options,
    detached: true,
  })
  closeSync(log)
  release()
  child.unref()
  let hasExited = false
  const exited = once(child, 'exit').finally(() => {
    hasExited = true
  })
  // A failure to spawn is thrown below.
  exited.catch(() => {})
  while (!hasExited) {
    const running = await findRunningServer(cluster)
    if (running?.pid === child.pid && running?.isReady) return { server: running }
    await pause(pollMs)
  }
  await exited
  return { log: (await readFile(logFile)).subarray(logStart).toString('utf8') }
}

/**
 * A killed server leaves its pid file, and after a reboot another process may have that pid. PostgreSQL would then
 * refuse to start, but it ignores the pid of its own parent, which is written instead. The rest of the file stays:
 * PostgreSQL uses it to detect live backends of the killed server.
 */
async function replaceForeignPid(cluster: Cluster): Promise<void> {
  const [pid, ...lines] = await readPidFile(cluster)
  if (!(Number(pid) > 0) || !processExists(Number(pid))) return
  await writeFile(pidFile(cluster), [process.pid, ...lines].join('\n'))
}

/** Also checks the directory, because a copied one contains the pid of the original's server. */
async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  const { name } = await readMarker(cluster)
  const command = commandLineOf(pid)
  if (!command?.includes(`cluster_name=${name}`)) return false
  if (process.platform !== 'linux') return command.includes(`-D ${cluster.directory} `)
  const workingDirectory = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
  const { dev, ino } = await stat(cluster.directory)
  return workingDirectory?.ino === ino && workingDirectory.dev === dev
}

/** Processes of another container are invisible, but their socket in a shared directory responds. */
async function rejectIfServedElsewhere(cluster: Cluster, socketDirectory: string, port: number): Promise<void> {
  if (!socketDirectory || (await readPidFile(cluster)).length === 0) return
  // A server that is being killed still responds for a moment.
  for (let attempt = 0; await socketAnswers(join(socketDirectory, `.s.PGSQL.${port}`)); attempt++) {
    if (attempt === 10) {
      throw new ConfigurationError(
        `${cluster.directory} is in use by a database server that cannot be seen from here, probably in another container. ` +
          'Give each its own DATA_DIR, or share one PostgreSQL through DATABASE_URL.',
      )
    }
    await pause(100)
  }
}

async function socketAnswers(path: string): Promise<boolean> {
  const probe = connectSocket(path)
  return once(probe, 'connect')
    .then(() => true)
    .catch(() => false)
    .finally(() => probe.destroy())
}

async function readPidFile(cluster: Cluster): Promise<string[]> {
  try {
    return (await readFile(pidFile(cluster), 'utf8')).split('\n')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  }
}

const pidFile = ({ directory }: Cluster): string => join(directory, 'postmaster.pid')

/** A unix socket is faster than loopback TCP. Empty if no path is short enough and accessible to both users. */
async function chooseSocketDirectory(cluster: Cluster, marker: Marker): Promise<string> {
  if (cluster.isReachable && Buffer.byteLength(cluster.directory) <= maxSocketDirectoryLength) return cluster.directory
  if (!cluster.user) return ''
  const directory = join('/run', marker.name)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chown(directory, cluster.user.uid, cluster.user.gid)
  return directory
}

/** Removes sockets of a killed server with their lock files. The directory belongs to this cluster, and no server is running. */
async function removeStaleSockets(directory: string): Promise<void> {
  const names = directory === '' ? [] : await readdir(directory)
  for (const name of names) if (name.startsWith('.s.PGSQL.')) await rm(join(directory, name), { force: true })
}

/** An unused port outside the ephemeral range. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const probe = createServer().listen({ host: '127.0.0.1', port, exclusive: true })
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
}

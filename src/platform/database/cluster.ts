/** Data directory of the embedded database: detecting, validating and creating it. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../env.ts'
import { hasErrorCode } from './process-lock.ts'
import { canAccess, chooseUser, findBinaries, type ServerUser } from './server-user.ts'

export const majorVersion = '18'
export const databaseName = 'samovar'
export const roleName = 'samovar'

const markerName = 'samovar.json'

/** Our marker in the cluster: a name that appears in the process titles, and the last port. */
export type Marker = { readonly name: string; readonly port?: number }

export type Cluster = {
  readonly directory: string
  readonly user: ServerUser
  readonly binDirectory: string
  /** Whether the server's user can access the directory by its path. */
  readonly isReachable: boolean
}

/** Whether our cluster exists; false for an empty directory. Throws for foreign ones and other PostgreSQL versions. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    throw new ConfigurationError(
      `DATA_DIR ${dataDir} is itself a PostgreSQL database. Samovar keeps its database in a folder inside DATA_DIR: ` +
        'name an empty or new directory, or set DATABASE_URL to use that server. Nothing was changed.',
    )
  }
  const directory = clusterDirectory(dataDir)
  const entries = await listDirectory(directory)
  if (entries.length === 0) return false
  if (!entries.includes('PG_VERSION') || !entries.includes(markerName)) {
    throw new ConfigurationError(
      `${directory} holds files that are not Samovar's database. Move them away, or name another DATA_DIR. Nothing was changed.`,
    )
  }
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion) {
    const relation = Number(version) > Number(majorVersion) ? 'newer' : 'older'
    throw new ConfigurationError(
      `${directory} was written by PostgreSQL ${version}, ${relation} than the ${majorVersion} that this Samovar brings. ` +
        `Start the Samovar that wrote it and move the data over with a backup, or name another DATA_DIR. Nothing was changed.`,
    )
  }
  return true
}

export const clusterDirectory = (dataDir: string): string => join(dataDir, 'postgres')

/** Finds the user and the binaries for an existing cluster. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const directory = clusterDirectory(dataDir)
  return describeCluster(directory, await chooseUser(directory))
}

/** Creates a cluster with one database and one role, atomically. The role owns the database and may create others. */
export async function createCluster(dataDir: string, password: string): Promise<Cluster> {
  const directory = clusterDirectory(dataDir)
  const unfinished = `${directory}.unfinished`
  const user = await chooseUser(undefined)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    if (user) await chown(unfinished, user.uid, user.gid)
    const draftCluster = await describeCluster(unfinished, user)
    // Locale-independent collation on every machine; queries that sort text for people name a collation.
    await run(draftCluster, 'initdb', [
      ...['--username=postgres', '--auth=reject', '--encoding=UTF8', '--no-instructions'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ])
    await run(
      draftCluster,
      'postgres',
      ['--single', 'template1'],
      `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${databaseName} OWNER ${roleName}\n`,
    )
    await writeFile(
      join(unfinished, 'pg_hba.conf'),
      `local all ${roleName} scram-sha-256\nhost all ${roleName} 127.0.0.1/32 scram-sha-256\n`,
    )
    await writeMarker(draftCluster, { name: `samovar_${randomBytes(6).toString('hex')}` })
    await rename(unfinished, directory)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  const parent = await open(dataDir, 'r')
  await parent.sync()
  await parent.close()
  return describeCluster(directory, user)
}

export const readMarker = async ({ directory }: Cluster): Promise<Marker> =>
  JSON.parse(await readFile(join(directory, markerName), 'utf8')) as Marker

export async function writeMarker(cluster: Cluster, marker: Marker): Promise<void> {
  const path = join(cluster.directory, markerName)
  const temporary = `${path}.new`
  await writeFile(temporary, `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true })
  if (cluster.user) await chown(temporary, cluster.user.uid, cluster.user.gid)
  await rename(temporary, path)
}

/** If the program's user cannot enter the path, the open directory is passed as descriptor 3. */
export function spawnOptions(
  cluster: Cluster,
  log: number | 'pipe',
): { arguments: string[]; options: SpawnOptions; release(): void } {
  const directory = cluster.isReachable ? undefined : openSync(cluster.directory, 'r')
  return {
    arguments: ['-D', directory === undefined ? cluster.directory : '/proc/self/fd/3'],
    options: {
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH },
      ...(cluster.user ?? {}),
      stdio: [log === 'pipe' ? 'pipe' : 'ignore', log, log, ...(directory === undefined ? [] : [directory])],
    },
    release: () => {
      if (directory !== undefined) closeSync(directory)
    },
  }
}

const describeCluster = async (directory: string, user: ServerUser): Promise<Cluster> => ({
  directory,
  user,
  binDirectory: await findBinaries(user),
  isReachable: canAccess(directory, user, '-x'),
})

/** Runs a program on the cluster until it exits. The first argument stays first, as `--single` requires. */
async function run(cluster: Cluster, program: string, [first = '', ...rest]: string[], input = ''): Promise<void> {
  const { arguments: dataDirArgs, options, release } = spawnOptions(cluster, 'pipe')
  try {
    const child = spawn(join(cluster.binDirectory, program), [first, ...dataDirArgs, ...rest], options)
    child.stdin?.end(input)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    const [code] = (await once(child, 'close')) as [number | null]
    // In single-user mode PostgreSQL exits with 0 even if a statement failed.
    if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) {
      throw new Error(`Making the database in ${cluster.directory} failed at ${program}:\n${output.slice(-2000)}`)
    }
  } finally {
    release()
  }
}

async function listDirectory(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    if (!hasErrorCode(error, 'EACCES')) throw error
    const { uid } = await stat(directory)
    throw new ConfigurationError(
      `${directory} belongs to another user (number ${uid}). Start the shop as that user or as root, or name another DATA_DIR.`,
      { cause: error },
    )
  }
}

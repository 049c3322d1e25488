import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseRoot } from '../../../test/running/database-root.ts'
import { connect } from './connect.ts'
import { type DatabaseHandle, openDatabase, openEmbedded } from './embedded.ts'
import { commandLineOf } from './process-lock.ts'

const holdDatabase = resolve(import.meta.dirname, '../../../test/support/hold-database.ts')

// Each test starts several real servers and processes.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** A prepared database, copied for tests that do not test its creation. */
let template: string
let root: string
let dataDir: string
let opened: DatabaseHandle[]
let children: ChildProcess[]

beforeAll(async () => {
  template = await mkdtemp(join(databaseRoot, 'smv-made-'))
  const database = await openEmbedded(join(template, 'data'))
  await database.stop()
  return () => rm(template, { recursive: true })
})

beforeEach(async () => {
  root = await mkdtemp(join(databaseRoot, 'smv-'))
  await chmod(root, 0o755)
  dataDir = join(root, 'data')
  opened = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const database of opened) await database.stop()
  const remaining = await serverPid().catch(() => undefined)
  if (remaining && commandLineOf(remaining)?.includes('cluster_name=samovar_')) process.kill(remaining, 'SIGKILL')
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Copies a stopped database into place. */
function useTemplate(from = join(template, 'data')): void {
  execFileSync('cp', ['-a', from, dataDir])
}

async function openHere(): Promise<DatabaseHandle> {
  const database = await openEmbedded(dataDir)
  opened.push(database)
  return database
}

/** Starts another process on the same directory and waits until it uses the database. */
async function openElsewhere(job = ''): Promise<{ child: ChildProcess; url: string; lines: string[] }> {
  const child = spawn(process.execPath, [holdDatabase, dataDir, job], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const first = once(reader, 'line') as Promise<[string]>
  reader.on('line', (line) => lines.push(line))
  const [line] = await first
  const { url } = JSON.parse(line) as { url: string }
  lines.shift()
  return { child, url, lines }
}

async function leave(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

function isServer(pid: number): boolean {
  return commandLineOf(pid)?.includes('cluster_name=') ?? false
}

async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; !(await isSo()); await new Promise((next) => setTimeout(next, 20))) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain until ${what}`)
  }
}

async function runQuery<T>(url: string, text: string): Promise<T[]> {
  const { pool, close } = connect(url, { poolSize: 1 })
  try {
    return (await pool.query(text)).rows as T[]
  } finally {
    await close()
  }
}

/** All files below a directory with their contents and modes. */
async function fingerprint(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  return Promise.all(
    names.sort().map(async (name) => {
      const info = await stat(join(directory, name))
      const content = info.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(directory, name)))
            .digest('hex')
        : ''
      return `${name} ${info.mode} ${info.uid} ${info.mtimeMs} ${content}`
    }),
  )
}

describe('starting', () => {
  test('a new directory gets a durable PostgreSQL 18, which restarts in less than 3 s', async () => {
    const beforeFirst = performance.now()
    const first = await openHere()
    const firstMs = performance.now() - beforeFirst
    const [server] = await runQuery<Record<string, string>>(
      first.url,
      `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums`,
    )
    expect(server).toEqual({ version: expect.stringMatching(/^18/), fsync: 'on', commit: 'on', checksums: 'on' })
    await runQuery(first.url, "CREATE TABLE tins AS SELECT 'Gyokuro' AS name")
    await first.stop()

    const beforeSecond = performance.now()
    const second = await openHere()
    const secondMs = performance.now() - beforeSecond
    expect(await runQuery(second.url, 'SELECT name FROM tins')).toEqual([{ name: 'Gyokuro' }])
    console.log(`first start ${Math.round(firstMs)} ms, later start ${Math.round(secondMs)} ms`)
    expect(secondMs).toBeLessThan(3000)
  })

  test('passwords are required, and stored in a file that only the owner can read', async () => {
    useTemplate()
    const { url } = await openHere()
    await expect(runQuery(url.replace(/:[0-9a-f]{64}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/)
    const info = await stat(join(dataDir, 'secrets/database-password'))
    expect(info.mode & 0o777).toBe(0o600)
    expect(url).toContain((await readFile(join(dataDir, 'secrets/database-password'), 'utf8')).trim())
  })

  test('it listens on this machine only', async () => {
    useTemplate()
    const { url } = await openHere()
    expect(await runQuery(url, "SELECT current_setting('listen_addresses') AS at")).toEqual([{ at: '127.0.0.1' }])
  })

  test('the port is stable, and changes only if it is in use', async () => {
    useTemplate()
    const first = await openHere()
    const port = Number(
      (await runQuery<{ port: string }>(first.url, "SELECT current_setting('port') AS port"))[0]?.port,
    )
    await first.stop()
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    const second = await openHere()
    const moved = await runQuery<{ port: string }>(second.url, "SELECT current_setting('port') AS port")
    squatter.close()
    expect(Number(moved[0]?.port)).not.toBe(port)
    await second.stop()
    const third = await openHere()
    expect(await runQuery(third.url, "SELECT current_setting('port') AS port")).toEqual(moved)
  })

  test('it also works below a directory that only its owner may enter, and with a path too long for a socket', async () => {
    await chmod(root, 0o700)
    dataDir = join(root, 'a-rather-long-directory-name'.repeat(3), 'data')
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('the error message includes the cause of a disk failure', async () => {
    useTemplate()
    await writeFile(join(dataDir, 'postgres/postgresql.auto.conf'), "shared_preload_libraries = 'no_such_library'\n")
    await expect(openEmbedded(dataDir)).rejects.toThrow(/did not start[\s\S]*no_such_library/)
  })
})

describe('several processes', () => {
  test('a second one joins, and the last one stops the server', async () => {
    useTemplate()
    const local = await openHere()
    const pid = await serverPid()
    const elsewhere = await openElsewhere()
    expect(elsewhere.url).toBe(local.url)
    expect(await serverPid()).toBe(pid)

    await local.stop()
    expect(isServer(pid)).toBe(true)
    expect(await runQuery(elsewhere.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])

    await leave(elsewhere.child)
    expect(isServer(pid)).toBe(false)
  })

  test('a copy of the directory, made while the server runs, gets a server of its own', async () => {
    useTemplate()
    const original = await openHere()
    await runQuery(original.url, 'CREATE TABLE tins AS SELECT 1 AS id')
    const pid = await serverPid()
    const source = dataDir
    dataDir = join(root, 'copy')
    useTemplate(source)
    const copy = await openHere()
    expect(copy.url).not.toBe(original.url)
    expect(await serverPid()).not.toBe(pid)
    await runQuery(copy.url, 'DROP TABLE IF EXISTS tins')
    expect(await runQuery(original.url, 'SELECT id FROM tins')).toEqual([{ id: 1 }])
  })

  test('concurrent starts on an empty directory share one database', async () => {
    const all = await Promise.all([openElsewhere(), openElsewhere(), openElsewhere()])
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(await readdir(dataDir)).not.toContain('postgres.unfinished')
    const pid = await serverPid()
    await Promise.all(all.map(({ child }) => leave(child)))
    expect(isServer(pid)).toBe(false)
  })

  test('the lock is waited for, and taken over as soon as its holder is killed', async () => {
    useTemplate()
    const hold = "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN EXCLUSIVE')"
    const holder = spawn(process.execPath, [
      ...['-e', `${hold}; console.log('held'); setInterval(() => {}, 1000)`],
      join(dataDir, 'postgres.lock.db'),
    ])
    children.push(holder)
    await once(holder.stdout, 'data')
    let isOpen = false
    const opening = openHere().then(() => {
      isOpen = true
    })
    await new Promise((next) => setTimeout(next, 300))
    expect(isOpen).toBe(false)
    await kill(holder)
    await opening
  })
})

describe('after a kill -9', () => {
  test('of the shop: the running server is joined and every confirmed row is there', async () => {
    useTemplate()
    const { child, lines, url } = await openElsewhere('count')
    await waitUntil('ten rows are in', () => lines.length > 10)
    const pid = await serverPid()
    await kill(child)
    const again = await openHere()
    expect(again.url).toBe(url)
    expect(await serverPid()).toBe(pid)
    await expectAllThere(again.url, lines)
    await again.stop()
    expect(isServer(pid)).toBe(false)
  })

  test('of shop and server, again and again: every confirmed row is there', async () => {
    useTemplate()
    const confirmed: string[] = []
    for (let round = 0; round < 4; round++) {
      const { child, lines } = await openElsewhere('count')
      await waitUntil('some rows are in', () => lines.length > 5 + round * 7)
      const pid = await serverPid()
      await kill(child)
      process.kill(pid, 'SIGKILL')
      confirmed.push(...lines)
    }
    const { url } = await openHere()
    await expectAllThere(url, confirmed)
  })

  test('of the server alone: it is restarted at the same address for the open process', async () => {
    useTemplate()
    const { url } = await openHere()
    await runQuery(url, 'CREATE TABLE tins AS SELECT 7 AS number')
    const pid = await serverPid()
    process.kill(pid, 'SIGKILL')
    await waitUntil('a new server is up', async () => (await serverPid().catch(() => pid)) !== pid)
    await waitUntil('it answers', () => runQuery(url, 'SELECT 1').then(Boolean, () => false))
    expect(await runQuery(url, 'SELECT number FROM tins')).toEqual([{ number: 7 }])
  })

  test('of the server alone, while it cannot be restarted: retries until it succeeds, without creating another', async () => {
    useTemplate()
    const down: Error[] = []
    const database = await openEmbedded(dataDir, { onDown: (error) => down.push(error) })
    opened.push(database)
    await runQuery(database.url, "CREATE TABLE tins AS SELECT 'Sencha' AS name")
    // Simulates an unmounted disk.
    const movedAway = join(root, 'away')
    await rename(join(dataDir, 'postgres'), movedAway)
    const pid = Number((await readFile(join(movedAway, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await waitUntil('it was tried in vain', () => down.length > 0)
    expect(await stat(join(dataDir, 'postgres')).catch(() => null)).toBe(null)
    await rename(movedAway, join(dataDir, 'postgres'))
    const rows = () => runQuery(database.url, 'SELECT name FROM tins').catch(() => null)
    await waitUntil('it is back', async () => (await rows()) !== null)
    expect(await rows()).toEqual([{ name: 'Sencha' }])
    expect(down[0]?.message).toContain('is gone')
  })

  test('of the server alone, during shutdown: stopping does not wait for it', async () => {
    useTemplate()
    const database = await openEmbedded(dataDir)
    process.kill(await serverPid(), 'SIGKILL')
    await database.stop()
    expect(isServer(await serverPid().catch(() => 0))).toBe(false)
  })

  test('a stale pid that belongs to another process does not prevent the start', async () => {
    useTemplate()
    const { child } = await openElsewhere()
    const pid = await serverPid()
    await kill(child)
    process.kill(pid, 'SIGKILL')
    await waitUntil('it is gone', () => !isServer(pid))
    const bystander = spawn('sleep', ['60'], { uid: (await stat(join(dataDir, 'postgres'))).uid })
    children.push(bystander)
    const path = join(dataDir, 'postgres/postmaster.pid')
    const remaining = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [bystander.pid, ...remaining.slice(1)].join('\n'))
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
  })

  test('an incomplete database is created again', async () => {
    await mkdir(join(dataDir, 'postgres.unfinished/base'), { recursive: true })
    await writeFile(join(dataDir, 'postgres.unfinished/PG_VERSION'), '18\n')
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(dataDir)).not.toContain('postgres.unfinished')
  })

  async function expectAllThere(url: string, confirmed: readonly string[]): Promise<void> {
    const rows = await runQuery<{ number: number }>(url, 'SELECT number FROM counted ORDER BY number')
    const present = new Set(rows.map(({ number }) => String(number)))
    expect(confirmed.filter((number) => !present.has(number))).toEqual([])
    expect(confirmed.length).toBeGreaterThan(5)
  }
})

describe('a directory that is not ours', () => {
  async function expectRefused(message: RegExp): Promise<void> {
    const before = await fingerprint(root)
    await expect(openEmbedded(dataDir)).rejects.toThrow(message)
    expect(await fingerprint(root)).toEqual(before)
  }

  test('with other files is rejected and left untouched', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/letters.txt'), 'Dear Ana')
    await expectRefused(/postgres holds files that are not Samovar's database/)
  })

  test('with another program’s PostgreSQL is refused and left untouched', async () => {
    useTemplate()
    await rm(join(dataDir, 'postgres/samovar.json'))
    await expectRefused(/postgres holds files that are not Samovar's database/)
  })

  test('of a newer PostgreSQL is refused and left untouched', async () => {
    useTemplate()
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '19\n')
    await expectRefused(/written by PostgreSQL 19, newer than the 18/)
  })

  test('that is a data directory itself is refused and left untouched', async () => {
    useTemplate()
    await cp(join(dataDir, 'postgres'), join(root, 'cluster'), { recursive: true })
    dataDir = join(root, 'cluster')
    await expectRefused(/is itself a PostgreSQL database/)
  })

  test('with the password of another one does not stay running', async () => {
    useTemplate()
    await writeFile(join(dataDir, 'secrets/database-password'), 'a'.repeat(64))
    await expect(openEmbedded(dataDir)).rejects.toThrow(/password authentication failed/)
    await expect(serverPid()).rejects.toThrow('ENOENT')
  })

  test('that is a file, or below one, is named', async () => {
    for (const path of ['/dev/null', '/dev/null/data'])
      await expect(openEmbedded(path)).rejects.toThrow(`DATA_DIR ${path} cannot be used: ENOTDIR`)
  })

  test('without the password that belongs to it is refused', async () => {
    useTemplate()
    await rm(join(dataDir, 'secrets/database-password'))
    await expect(openEmbedded(dataDir)).rejects.toThrow(/database-password is missing/)
  })
})

describe('a server of the operator’s own', () => {
  test('is used as it is, and not stopped', async () => {
    useTemplate()
    const { url } = await openHere()
    const external = await openDatabase({ DATABASE_URL: url, DATA_DIR: join(root, 'unused') })
    expect(external.url).toBe(url)
    await external.stop()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(root)).toEqual(['data'])
  })

  test('that cannot be reached is named, without its password', async () => {
    const attempt = openDatabase({ DATABASE_URL: 'postgres://ana:secret@127.0.0.1:1/shop', DATA_DIR: dataDir })
    await expect(attempt).rejects.toThrow(/DATABASE_URL names a server that cannot be used/)
    await expect(attempt).rejects.not.toThrow(/secret/)
  })
})

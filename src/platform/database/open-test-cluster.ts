import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { databaseRoot } from '../../../test/running/database-root.ts'
import { connect } from './connect.ts'
import { type DatabaseHandle, openEmbedded } from './embedded.ts'
import { commandLineOf } from './process-lock.ts'

type Place = {
  /** A prepared database, copied for tests that do not test its creation. */
  template: string
  root: string
  dataDir: string
  opened: DatabaseHandle[]
  children: ChildProcess[]
}

/** Directories for databases, one for each test; afterwards without the processes that it has started. */
export function openTestCluster() {
  const holdDatabase = resolve(import.meta.dirname, '../../../test/support/hold-database.ts')

  // Each test starts several real servers and processes.
  vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

  const place = {} as Place

  beforeAll(async () => {
    place.template = await mkdtemp(join(databaseRoot, 'smv-made-'))
    const database = await openEmbedded(join(place.template, 'data'))
    await database.stop()
    return () => rm(place.template, { recursive: true })
  })

  beforeEach(async () => {
    place.root = await mkdtemp(join(databaseRoot, 'smv-'))
    await chmod(place.root, 0o755)
    place.dataDir = join(place.root, 'data')
    place.opened = []
    place.children = []
  })

  afterEach(async () => {
    for (const child of place.children) child.kill('SIGKILL')
    for (const database of place.opened) await database.stop()
    const remaining = await serverPid().catch(() => undefined)
    if (remaining && commandLineOf(remaining)?.includes('cluster_name=samovar_')) process.kill(remaining, 'SIGKILL')
    await rm(place.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  /** Copies a stopped database into place. */
  function useTemplate(from = join(place.template, 'data')): void {
    execFileSync('cp', ['-a', from, place.dataDir])
  }

  async function openHere(): Promise<DatabaseHandle> {
    const database = await openEmbedded(place.dataDir)
    place.opened.push(database)
    return database
  }

  /** Starts another process on the same directory and waits until it uses the database. */
  async function openElsewhere(job = ''): Promise<{ child: ChildProcess; url: string; lines: string[] }> {
    const child = spawn(process.execPath, [holdDatabase, place.dataDir, job], { stdio: ['ignore', 'pipe', 'inherit'] })
    place.children.push(child)
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
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
  }

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async function serverPid(): Promise<number> {
    return Number((await readFile(join(place.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
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

  return {
    place,
    useTemplate,
    openHere,
    openElsewhere,
    leave,
    kill,
    serverPid,
    isServer,
    waitUntil,
    runQuery,
    fingerprint,
  }
}

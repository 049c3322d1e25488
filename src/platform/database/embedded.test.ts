import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { openTestCluster } from './open-test-cluster.ts'

const { place, useTemplate, openHere, openElsewhere, leave, kill, serverPid, isServer, waitUntil, runQuery } =
  openTestCluster()

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
    const info = await stat(join(place.dataDir, 'secrets/database-password'))
    expect(info.mode & 0o777).toBe(0o600)
    expect(url).toContain((await readFile(join(place.dataDir, 'secrets/database-password'), 'utf8')).trim())
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
    await chmod(place.root, 0o700)
    place.dataDir = join(place.root, 'a-rather-long-directory-name'.repeat(3), 'data')
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('the error message includes the cause of a disk failure', async () => {
    useTemplate()
    await writeFile(
      join(place.dataDir, 'postgres/postgresql.auto.conf'),
      "shared_preload_libraries = 'no_such_library'\n",
    )
    await expect(openEmbedded(place.dataDir)).rejects.toThrow(/did not start[\s\S]*no_such_library/)
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
    const source = place.dataDir
    place.dataDir = join(place.root, 'copy')
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
    expect(await readdir(place.dataDir)).not.toContain('postgres.unfinished')
    const pid = await serverPid()
    await Promise.all(all.map(({ child }) => leave(child)))
    expect(isServer(pid)).toBe(false)
  })

  test('the lock is waited for, and taken over as soon as its holder is killed', async () => {
    useTemplate()
    const hold = "new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN EXCLUSIVE')"
    const holder = spawn(process.execPath, [
      ...['-e', `${hold}; console.log('held'); setInterval(() => {}, 1000)`],
      join(place.dataDir, 'postgres.lock.db'),
    ])
    place.children.push(holder)
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
    const database = await openEmbedded(place.dataDir, { onDown: (error) => down.push(error) })
    place.opened.push(database)
    await runQuery(database.url, "CREATE TABLE tins AS SELECT 'Sencha' AS name")
    // Simulates an unmounted disk.
    const movedAway = join(place.root, 'away')
    await rename(join(place.dataDir, 'postgres'), movedAway)
    const pid = Number((await readFile(join(movedAway, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await waitUntil('it was tried in vain', () => down.length > 0)
    expect(await stat(join(place.dataDir, 'postgres')).catch(() => null)).toBe(null)
    await rename(movedAway, join(place.dataDir, 'postgres'))
    const rows = () => runQuery(database.url, 'SELECT name FROM tins').catch(() => null)
    await waitUntil('it is back', async () => (await rows()) !== null)
    expect(await rows()).toEqual([{ name: 'Sencha' }])
    expect(down[0]?.message).toContain('is gone')
  })

  test('of the server alone, during shutdown: stopping does not wait for it', async () => {
    useTemplate()
    const database = await openEmbedded(place.dataDir)
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
    const bystander = spawn('sleep', ['60'], { uid: (await stat(join(place.dataDir, 'postgres'))).uid })
    place.children.push(bystander)
    const path = join(place.dataDir, 'postgres/postmaster.pid')
    const remaining = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [bystander.pid, ...remaining.slice(1)].join('\n'))
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
  })

  test('an incomplete database is created again', async () => {
    await mkdir(join(place.dataDir, 'postgres.unfinished/base'), { recursive: true })
    await writeFile(join(place.dataDir, 'postgres.unfinished/PG_VERSION'), '18\n')
    const { url } = await openHere()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(place.dataDir)).not.toContain('postgres.unfinished')
  })

  async function expectAllThere(url: string, confirmed: readonly string[]): Promise<void> {
    const rows = await runQuery<{ number: number }>(url, 'SELECT number FROM counted ORDER BY number')
    const present = new Set(rows.map(({ number }) => String(number)))
    expect(confirmed.filter((number) => !present.has(number))).toEqual([])
    expect(confirmed.length).toBeGreaterThan(5)
  }
})

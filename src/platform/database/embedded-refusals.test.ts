import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase, openEmbedded } from './embedded.ts'
import { openTestCluster } from './open-test-cluster.ts'
import { loadOrCreateSecret } from './secret.ts'

const { place, useTemplate, openHere, serverPid, runQuery, fingerprint } = openTestCluster()

describe('a directory that is not ours', () => {
  async function expectRefused(message: RegExp): Promise<void> {
    const before = await fingerprint(place.root)
    await expect(openEmbedded(place.dataDir)).rejects.toThrow(message)
    expect(await fingerprint(place.root)).toEqual(before)
  }

  test('with other files is rejected and left untouched', async () => {
    await mkdir(join(place.dataDir, 'postgres'), { recursive: true })
    await writeFile(join(place.dataDir, 'postgres/letters.txt'), 'Dear Ana')
    await expectRefused(/postgres holds files that are not Samovar's database/)
  })

  test('with another program’s PostgreSQL is refused and left untouched', async () => {
    useTemplate()
    await rm(join(place.dataDir, 'postgres/samovar.json'))
    await expectRefused(/postgres holds files that are not Samovar's database/)
  })

  test('of a newer PostgreSQL is refused and left untouched', async () => {
    useTemplate()
    await writeFile(join(place.dataDir, 'postgres/PG_VERSION'), '19\n')
    await expectRefused(/written by PostgreSQL 19, newer than the 18/)
  })

  test('that is a data directory itself is refused and left untouched', async () => {
    useTemplate()
    await cp(join(place.dataDir, 'postgres'), join(place.root, 'cluster'), { recursive: true })
    place.dataDir = join(place.root, 'cluster')
    await expectRefused(/is itself a PostgreSQL database/)
  })

  test('with the password of another one does not stay running', async () => {
    useTemplate()
    await writeFile(join(place.dataDir, 'secrets/database-password'), 'a'.repeat(64))
    await expect(openEmbedded(place.dataDir)).rejects.toThrow(/password authentication failed/)
    await expect(serverPid()).rejects.toThrow('ENOENT')
  })

  test('that is a file, or below one, is named', async () => {
    for (const path of ['/dev/null', '/dev/null/data'])
      await expect(openEmbedded(path)).rejects.toThrow(`DATA_DIR ${path} cannot be used: ENOTDIR`)
  })

  test('in which nothing can be made is named at once', async () => {
    await expect(openEmbedded('/proc/x/data')).rejects.toThrow('DATA_DIR /proc/x/data cannot be used: ENOENT')
    await expect(loadOrCreateSecret('/proc/x', 'shop')).rejects.toThrow('ENOENT')
  })

  test('without the password that belongs to it is refused', async () => {
    useTemplate()
    await rm(join(place.dataDir, 'secrets/database-password'))
    await expect(openEmbedded(place.dataDir)).rejects.toThrow(/database-password is missing/)
  })
})

describe('a server of the operator’s own', () => {
  test('is used as it is, and not stopped', async () => {
    useTemplate()
    const { url } = await openHere()
    const external = await openDatabase({ DATABASE_URL: url, DATA_DIR: join(place.root, 'unused') })
    expect(external.url).toBe(url)
    await external.stop()
    expect(await runQuery(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await readdir(place.root)).toEqual(['data'])
  })

  test('that cannot be reached is named, without its password', async () => {
    const attempt = openDatabase({ DATABASE_URL: 'postgres://ana:secret@127.0.0.1:1/shop', DATA_DIR: place.dataDir })
    await expect(attempt).rejects.toThrow(/DATABASE_URL names a server that cannot be used/)
    await expect(attempt).rejects.not.toThrow(/secret/)
  })
})

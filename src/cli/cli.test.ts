import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { credentials, sessions, users } from '../people/identity/accounts.table.ts'
import { twoFactors } from '../people/identity/factors/second-factor.table.ts'
import { verifyPassword } from '../people/identity/passwords/password.ts'
import { readManifest } from '../platform/backup/backup-format.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { diskStore } from '../platform/files/disk-store.ts'
import { loadSettings } from '../settings.ts'
import { products } from '../shop/catalog/catalog.table.ts'
import { settings } from '../things/settings/settings.table.ts'
import { runCli } from './run-cli.ts'
import type { Terminal } from './terminal.ts'

const { db, url } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'samovar-cli-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => db.execute(sql`truncate entries, terms, attributes, users, media, orders restart identity cascade`))

async function shop(
  command: readonly string[],
  piped = '',
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const terminal: Terminal = {
    env: { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), ...env },
    cwd: folder,
    isInteractive: false,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    readPassword: async () => piped,
    exitCode: 0,
  }
  const code = await runCli(terminal, command)
  return { code, out, err }
}

describe('help', () => {
  test.each([
    [[]],
    [['--help']],
    [['migrate', '--help']],
    [['seed', '--help']],
    [['reindex', '--help']],
    [['sandbox-key', '--help']],
    [['import', '--help']],
    [['import', 'products', '--help']],
    [['user', '--help']],
    [['user', 'create', '--help']],
    [['user', 'password', '--help']],
    [['user', 'list', '--help']],
    [['user', 'remove-demo', '--help']],
    [['user', 'remove-second-factor', '--help']],
    [['orders', 'list', '--help']],
    [['files', 'move', '--help']],
    [['backup', '--help']],
    [['restore', '--help']],
  ])('%j', async (command) => {
    const { code, out, err } = await shop(command)
    expect([code, (out + err).startsWith('Usage: shop')]).toEqual([0, true])
    if (!['import', 'user'].includes(command[0] ?? '') || command.length === 3)
      expect(out + err).toContain('npm run shop')
  })

  test.each([
    [['brew']],
    [['import', 'products']],
    [['user', 'create', 'a@b.ca', '--role', 'king']],
    [['orders', 'list', '--limit', '-1']],
    [['files', 'move']],
    [['files', 'move', '--to', 'moon']],
  ])('%j is rejected', async (command) => {
    const { code, err } = await shop(command)
    expect([code, err.includes('error: ')]).toEqual([2, true])
  })
})

test('files move to a bucket that is named, and it is said if there is none', async () => {
  const none = await shop(['files', 'move', '--to', 's3'])
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('Set the variables S3_…') })
  const bucket = {
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'teas',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'a-secret',
  }
  const nothing = await shop(['files', 'move', '--to', 's3'], '', bucket)
  expect(nothing).toMatchObject({ code: 0, out: '0 files copied, 0 were there. None was deleted.\n' })
  const away = await shop(['files', 'move', '--to', 'disk'], '', bucket)
  expect(away).toMatchObject({ code: 2, err: expect.stringContaining('Run the command again to go on.') })
  expect(away.err).not.toContain('a-secret')
})

test('an export is written whole or not at all: what was there stays, and devices are written to', async () => {
  const before = await readdir(folder)
  await writeFile(join(folder, 'out.csv'), 'what was there')
  await db.execute(sql`alter table terms rename to terms_away`)
  const failed = await shop(['export', 'products', 'out.csv'])
  await db.execute(sql`alter table terms_away rename to terms`)
  expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('terms') })
  expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe('what was there')
  expect(await readdir(folder)).toEqual([...before, 'out.csv'].sort())
  expect(await shop(['export', 'products', 'out.csv'])).toMatchObject({ code: 0 })
  expect(await readFile(join(folder, 'out.csv'), 'utf8')).toMatch(/ID,Type,SKU/)
  expect(await shop(['export', 'products', '/dev/full'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be written: ENOSPC'),
  })
})

test('a backup whose folder is gone says what went wrong first', async () => {
  const [place, reason] = [join(folder, 'backup'), new Error('the disk was pulled out')]
  const written = writeBackup({ databaseUrl: url, dataDir: folder, files: diskStore(folder) }, place, () => {
    rmSync(place, { recursive: true })
    throw reason
  })
  await expect(written).rejects.toBe(reason)
})

test('a backup whose list of files cannot be written says so, and ends in order', async () => {
  const dataDir = join(folder, 'shop-with-files')
  const files = diskStore(dataDir)
  for (const name of ['a', 'b', 'c']) await files.write(`uploads/${name}.txt`, { bytes: Buffer.from(name) })
  const place = join(folder, 'backup-without-list')
  const written = writeBackup({ databaseUrl: url, dataDir, files }, place, (done, total) => {
    if (done === total) rmSync(place, { recursive: true })
  })
  await expect(written).rejects.toThrow('ENOENT')
})

describe('before an upgrade, on the tables of the version that still runs', () => {
  const names = async () =>
    (await db.execute<{ name: string }>(sql`select name from schema_migrations order by 1`)).rows.map(
      ({ name }) => name,
    )
  /** What the command says, and the migrations before and after it. */
  async function onOlderTables(command: readonly string[]) {
    const latest = (await names()).at(-1)
    const { rows } = await db.execute(sql`delete from schema_migrations where name = ${latest} returning *`)
    const older = await names()
    const said = await shop(command, 'first flush 2026')
    const after = await names()
    await db.execute(
      sql`insert into schema_migrations select * from json_populate_recordset(null::schema_migrations, ${JSON.stringify(rows)})
        on conflict do nothing`,
    )
    return { ...said, older, after }
  }

  test('a backup is of the tables that this version knows, and leaves them as they are', async () => {
    const { code, err, older, after } = await onOlderTables(['backup', 'before-upgrade'])
    expect([code, err]).toEqual([0, ''])
    expect(after).toEqual(older)
    const { migrations } = await readManifest(join(folder, 'before-upgrade'))
    expect(migrations.map(({ name }) => name)).toEqual(older)
  })

  test.each([
    [['user', 'list']],
    [['orders', 'list']],
    [['export', 'products', 'older.csv']],
    [['user', 'create', 'ada@example.com']],
    [['reports', 'rebuild']],
    [['restore', 'before-upgrade']],
  ])('%j changes no tables, and says what does', async (command) => {
    const { code, out, err, older, after } = await onOlderTables(command)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('The tables are of an earlier version')
    expect(err).toContain('npm run shop -- migrate')
    expect(after).toEqual(older)
  })
})

test('a database in which no shop was started has nothing to back up', async () => {
  await db.execute(sql`alter table schema_migrations rename to set_aside`)
  const { code, err } = await shop(['backup', 'nothing'])
  await db.execute(sql`drop table if exists schema_migrations`)
  await db.execute(sql`alter table set_aside rename to schema_migrations`)
  expect([code, err]).toEqual([2, 'This database has no shop: start it once. Nothing was changed.\n'])
})

test('an up-to-date schema needs no migration', async () => {
  expect(await shop(['migrate'])).toMatchObject({ code: 0, out: 'Nothing to do.\n' })
})

describe('import products', () => {
  const csv = 'SKU,Name,Regular price\na,Assam,12.50\nb,Bancha,free\n'
  const inShop = () => db.select({ sku: products.sku, cents: products.regularPriceCents }).from(products)

  test('imports rows, reports the result, and exits with 1 if some were rejected', async () => {
    await writeFile(join(folder, 'a.csv'), csv)
    const dry = await shop(['import', 'products', 'a.csv', '--dry-run'])
    expect(dry).toMatchObject({ code: 1, out: expect.stringContaining('nothing was changed') })
    expect(await inShop()).toEqual([])

    const { code, out } = await shop(['import', 'products', 'a.csv', '--report', 'rejected.csv'])
    expect(code).toBe(1)
    expect(out).toContain('2 rows = 1 created + 0 updated + 0 unchanged + 0 skipped + 1 rejected')
    expect(out).toContain("line 3, b: Regular price 'free' is not a price such as 12.50")
    expect(await readFile(join(folder, 'rejected.csv'), 'utf8')).toContain('3,b,Bancha,')
    expect(await inShop()).toEqual([{ sku: 'a', cents: 1250 }])
  })

  test('exits with 0 if every row was imported, and prints JSON', async () => {
    await writeFile(join(folder, 'a.csv'), 'SKU,Name,Regular price\na,Assam,12.50\n')
    const { code, out } = await shop(['import', 'products', join(folder, 'a.csv'), '--json', '--report', 'all.json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ rows: 1, created: 1, rejected: 0, rejects: [] })
    expect(JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'))).toEqual(JSON.parse(out))
  })

  test('exits with 2 if the file cannot be read or the report cannot be written', async () => {
    await writeFile(join(folder, 'a.csv'), 'SKU,Name\na,"A\n')
    for (const command of [['a.csv'], ['none.csv'], ['a.csv', '--report', 'no/where.csv']]) {
      const { code, err } = await shop(['import', 'products', ...command])
      expect([code, err.includes('\n    at ')]).toEqual([2, false])
    }
    expect(await inShop()).toEqual([])
  })
})

describe('users', () => {
  test('are created once, with the password from standard input', async () => {
    const made = await shop(['user', 'create', 'Ada@Example.com', '--role', 'administrator'], 'first flush 2026')
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('administrator') })
    const [row] = await db.select().from(users).innerJoin(credentials, eq(credentials.userId, users.id))
    expect(row?.users).toMatchObject({ email: 'ada@example.com', role: 'administrator' })
    expect(await verifyPassword('first flush 2026', row?.credentials.password ?? '')).toBe(true)
    expect(await shop(['user', 'create', 'ada@example.com'], 'second flush 2026')).toMatchObject({ code: 1 })
    expect((await shop(['user', 'list'])).out).toContain('ada@example.com')
    expect(JSON.parse((await shop(['user', 'list', '--role', 'editor', '--json'])).out)).toEqual([])
  })

  test('the first administrator gets the mail of a new shop, until the owner names another address', async () => {
    await db.delete(settings)
    const ownerEmail = async () => (await loadSettings(db)).ownerEmail
    await shop(['user', 'create', 'cleo@example.com'], 'first flush 2026')
    expect(await ownerEmail()).toBe('owner@samovar.test')
    await shop(['user', 'create', 'ada@example.com', '--role', 'administrator'], 'first flush 2026')
    expect(await ownerEmail()).toBe('ada@example.com')
    await shop(['user', 'create', 'bea@example.com', '--role', 'administrator'], 'first flush 2026')
    expect(await ownerEmail()).toBe('ada@example.com')
  })

  test('somebody who lost the second factor signs in with the password alone, and signs in again', async () => {
    await shop(['user', 'create', 'ada@example.com', '--name', 'Ada'], 'first flush 2026')
    const [user] = await db.select().from(users)
    const userId = user?.id ?? 0
    await db.update(users).set({ twoFactorEnabled: true })
    await db.insert(twoFactors).values({ userId, secret: 's', backupCodes: '[]', verified: true })
    await db.insert(sessions).values({ userId, token: 't', expiresAt: new Date(Date.now() + 60_000) })
    expect(await shop(['user', 'remove-second-factor', 'nobody@example.com'])).toMatchObject({ code: 1 })
    expect(await db.$count(twoFactors)).toBe(1)
    expect(await shop(['user', 'remove-second-factor', 'Ada@Example.com'])).toMatchObject({ code: 0 })
    expect([await db.$count(twoFactors), await db.$count(sessions)]).toEqual([0, 0])
    expect((await db.select().from(users))[0]?.twoFactorEnabled).toBe(false)
  })

  test('a new password ends all sessions', async () => {
    await shop(['user', 'create', 'ada@example.com', '--name', 'Ada'], 'first flush 2026')
    const [user] = await db.select().from(users)
    const later = new Date(Date.now() + 60_000)
    await db.insert(sessions).values({ userId: user?.id ?? 0, token: 't', expiresAt: later })
    expect(await shop(['user', 'password', 'ada@example.com'], 'autumn flush')).toMatchObject({ code: 0 })
    const [row] = await db.select().from(credentials)
    expect(await verifyPassword('autumn flush', row?.password ?? '')).toBe(true)
    expect(await db.select().from(sessions)).toEqual([])
  })

  test.each([
    ['a stolen password', 'password123'],
    ['the name of the shop', 'samovarsamovar'],
    ['the own name', 'Wilhelmina1'],
  ])('%s is refused as a password, and the old one stays', async (_, password) => {
    const create = ['user', 'create', 'ada@example.com', '--name', 'Wilhelmina Leaf']
    expect(await shop(create, password)).toMatchObject({ code: 2, out: '' })
    expect(await shop(create, 'first flush 2026')).toMatchObject({ code: 0 })
    expect(await shop(['user', 'password', 'ada@example.com'], password)).toMatchObject({ code: 2, out: '' })
    const [row] = await db.select().from(credentials)
    expect(await verifyPassword('first flush 2026', row?.password ?? '')).toBe(true)
  })

  test.each([
    [['user', 'create', 'ada@example.com'], 'short', 2],
    [['user', 'create', 'no address'], 'long enough here', 2],
    [['user', 'password', 'nobody@example.com'], 'long enough here', 1],
  ])('%j is rejected and changes nothing', async (command, password, code) => {
    expect(await shop(command, password)).toMatchObject({ code, out: '' })
    expect(await db.select().from(users)).toEqual([])
  })
})

test('the demo shop is seeded into an empty database only; reindex repairs manual changes; orders are listed', {
  timeout: 60_000,
}, async () => {
  expect(await shop(['seed'])).toMatchObject({ code: 0 })
  expect(await shop(['seed'])).toMatchObject({ code: 1, out: '' })
  expect((await shop(['reindex'])).out).toContain(' 0 corrected')
  await db.execute(sql`update products set min_price_cents = 1 where listed`)
  expect((await shop(['reindex'])).out).not.toContain(' 0 corrected')
  const { out } = await shop(['orders', 'list', '--status', 'processing', '--search', 'chen'])
  expect(out.split('\n').filter((line) => line.includes('Maya Chen'))).toHaveLength(1)
  expect((await shop(['orders', 'list', '--limit', '1'])).err).toContain('--limit shows them')
})

/**
 * A backup taken during purchases captures a single moment of the shop: restored elsewhere, orders, stock and payments
 * agree.
 */
import { appendFile, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { diskStore } from '../../src/platform/files/disk-store.ts'
import { requestSender } from '../running/buyer.ts'
import { openNewShop } from '../running/open-new-shop.ts'
import { ensureBuilt, removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { randomFrom, startBuyers } from './concurrent-buyers.ts'
import { expectConsistentOrders, withConnection } from './invariants.ts'
import type { Purchase } from './purchase.ts'
import { addProduct } from './stock.ts'

const start = [4000, 4000, 4000]
let shop: ShopProcess
let [dataDir, restoredDir] = ['', '']
let folder: string
let tins: number[]
let storage: Readonly<Record<string, string>> = {}

async function command(inDirectory: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const terminal: Terminal = {
    env: { DATA_DIR: inDirectory, SEED: 'none', ...storage },
    cwd: dirname(inDirectory),
    isInteractive: false,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    readPassword: async () => '',
    exitCode: 0,
  }
  return { code: await runCli(terminal, args), ...said }
}

async function databaseUrlOf(directory: string): Promise<string> {
  // Disconnects immediately: a process that stays connected would restart the database itself.
  const embedded = await openEmbedded(directory)
  await embedded.stop()
  return embedded.url
}

beforeAll(async () => {
  ensureBuilt()
  dataDir = await temporaryDataDir()
  restoredDir = await temporaryDataDir()
  folder = join(dirname(dataDir), 'backup')
  shop = await startShop({ dataDir, environment: { SEED: 'none' } })
  tins = await withConnection(await databaseUrlOf(dataDir), async ({ db }) => {
    await openNewShop(db)
    const productIds = []
    for (const count of start) productIds.push(await addProduct(db, count))
    return productIds
  })
  for (const name of ['guide', 'list', 'menu'])
    await diskStore(dataDir).write(`downloads/${name}.pdf`, { bytes: Buffer.from('How to steep') })
  await diskStore(dataDir).write('uploads/2026/11/logo.png', { bytes: Buffer.from('A leaf') })
}, 240_000)

afterAll(async () => {
  await shop?.stop()
  for (const directory of [dataDir, restoredDir]) if (directory) await removeDataDir(directory)
})

test('a backup taken during 50 purchases restores to a shop whose orders, stock and payments agree', async () => {
  const all: Purchase[] = []
  const buyers = startBuyers(5, {
    sendRequest: requestSender(shop.url),
    productIds: tins,
    random: randomFrom(27),
    purchases: all,
  })
  await buyers.waitForPurchases(15)
  const before = all.filter((purchase) => purchase.isConfirmed())
  const taken = await command(dataDir, 'backup', folder)
  expect(taken).toMatchObject({ code: 0, err: '' })
  const during = buyers.boughtCount() - before.length
  await buyers.waitForPurchases(50 - buyers.boughtCount())
  buyers.stop()
  await buyers.finished()
  expect(all.filter((purchase) => purchase.isConfirmed()).length).toBeGreaterThanOrEqual(50)
  process.stdout.write(`  backup test: ${before.length} purchases before, ${during} during the backup\n`)

  // A shop is restored neither into a directory that is not empty, unless `--force` is given, nor while it runs.
  expect(await command(dataDir, 'restore', folder)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  })
  expect(await command(dataDir, 'restore', folder, '--force')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Stop it first'),
  })
  expect(await command(dataDir, 'backup', folder)).toMatchObject({ code: 2, err: expect.stringContaining('not empty') })
  const unusable = join(dataDir, 'secrets/shop')
  expect(await command(dataDir, 'backup', unusable)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${unusable} cannot be used: `),
  })
  await shop.stop()

  expect(await command(restoredDir, 'restore', folder)).toMatchObject({ code: 0, err: expect.anything() })
  expect(await diskStore(restoredDir).read('downloads/guide.pdf')).toEqual(Buffer.from('How to steep'))
  shop = await startShop({ dataDir: restoredDir, environment: { SEED: 'none' } })
  const databaseUrl = await databaseUrlOf(restoredDir)
  await expectConsistentOrders({ shop, databaseUrl, productIds: tins, initialStock: start }, before)
  // The restored shop sells on, with new order numbers.
  const next = startBuyers(1, {
    sendRequest: requestSender(shop.url),
    productIds: tins,
    random: randomFrom(28),
    purchases: all,
  })
  await next.waitForPurchases(1)
  next.stop()
  await next.finished()
  expect(next.boughtCount()).toBeGreaterThanOrEqual(1)
}, 240_000)

test('a backup that cannot be finished leaves nothing behind, so that its disk has room again', async () => {
  const unfinished = join(dirname(restoredDir), 'unfinished')
  storage = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'teas', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
  const failed = await command(restoredDir, 'backup', unfinished)
  storage = {}
  expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('storage of files cannot be used') })
  expect(await readdir(unfinished)).toEqual([])
  expect(await command(restoredDir, 'backup', unfinished)).toMatchObject({ code: 0 })
}, 60_000)

test('a damaged or unfinished backup is refused before anything is changed', async () => {
  const emptyDir = await temporaryDataDir()
  const [table = ''] = (await readdir(join(folder, 'tables'))).filter((name) => name.includes('.orders.'))
  const path = join(folder, 'tables', table)
  const whole = await readFile(path)
  await appendFile(path, 'x')
  const damaged = await command(emptyDir, 'restore', folder)
  expect(damaged).toMatchObject({
    code: 2,
    err: expect.stringContaining('public.orders.copy.gz is not what was written'),
  })
  await writeFile(path, whole)
  const manifest = await readFile(join(folder, 'backup.json'), 'utf8')
  const older = JSON.stringify({ ...JSON.parse(manifest), migrations: JSON.parse(manifest).migrations.slice(0, -1) })
  await writeFile(join(folder, 'backup.json'), older)
  expect(await command(emptyDir, 'restore', folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('older version'),
  })
  expect(await command(emptyDir, 'restore', join(folder, 'tables'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('not a finished backup'),
  })
  await writeFile(join(folder, 'backup.json'), manifest)
  const secret = await readFile(join(folder, 'secret'), 'utf8')
  await writeFile(join(folder, 'secret'), '')
  expect(await command(emptyDir, 'restore', folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('secret is not what was written'),
  })
  await writeFile(join(folder, 'secret'), secret)
  await removeDataDir(emptyDir)
}, 120_000)

test('a restore that fails on its way leaves the shop as it was; once more, it brings everything', async () => {
  const secretFile = join(dataDir, 'secrets/shop')
  const newest = async () => {
    const embedded = await openEmbedded(dataDir)
    try {
      return await withConnection(embedded.url, async ({ pool }) => {
        const { rows } = await pool.query(
          `select max(id) as last, max(id) < nextval(pg_get_serial_sequence('orders', 'id')) as "isNext" from orders`,
        )
        return rows[0] as { last: number; isNext: boolean }
      })
    } finally {
      await embedded.stop()
    }
  }
  const before = await newest()
  await writeFile(secretFile, 'ab'.repeat(32))
  const files = diskStore(dataDir)
  await files.write('downloads/guide.pdf', { bytes: Buffer.from('How to brew') })
  await files.delete('downloads/list.pdf')
  const size = join(dataDir, 'uploads/.sizes/324/2026/11/logo.png')
  await files.write('uploads/2026/11/logo.png', { bytes: Buffer.from('A cup') })
  await mkdir(dirname(size), { recursive: true })
  await writeFile(size, 'A small cup')
  const shared = join(dataDir, 'uploads/.share/1-a.jpg')
  await mkdir(dirname(shared), { recursive: true })
  await writeFile(shared, 'A shared cup')
  // A directory at the file's path makes writing fail, as a full disk would.
  await files.delete('downloads/menu.pdf')
  await mkdir(join(dataDir, 'downloads/menu.pdf'))

  expect(await command(dataDir, 'restore', folder, '--force')).toMatchObject({ code: 2 })
  expect(await newest()).toEqual(before)
  expect(await readFile(secretFile, 'utf8')).toBe('ab'.repeat(32))
  expect(`${await files.read('downloads/guide.pdf')}`).toBe('How to brew')
  expect(await files.read('downloads/list.pdf')).toBe(null)
  expect(await readFile(size, 'utf8')).toBe('A small cup')

  await rmdir(join(dataDir, 'downloads/menu.pdf'))
  expect(await command(dataDir, 'restore', folder, '--force')).toMatchObject({ code: 0 })
  expect((await newest()).last).toBeLessThan(before.last)
  expect(await readFile(secretFile, 'utf8')).toBe(await readFile(join(folder, 'secret'), 'utf8'))
  for (const name of ['guide', 'list', 'menu'])
    expect(`${await files.read(`downloads/${name}.pdf`)}`).toBe('How to steep')
  // Listings show the pictures of the backup.
  expect(`${await files.read('uploads/2026/11/logo.png')}`).toBe('A leaf')
  for (const made of [size, shared]) await expect(readFile(made)).rejects.toMatchObject({ code: 'ENOENT' })

  // The restore's transaction is idle while files are copied, which may take hours; the server must not end it as idle.
  const embedded = await openEmbedded(dataDir)
  const impatient = new URL(embedded.url)
  impatient.searchParams.set('options', '-c idle_in_transaction_session_timeout=1')
  await restoreBackup({ databaseUrl: impatient.href, dataDir, files }, folder).finally(() => embedded.stop())
}, 120_000)

/**
 * npm run bench -- import: rows per second for a file of new products, for the same file again and for an export, and
 * the heap in use meanwhile. Exits with 1 when a bound is missed. docs/benchmarks.md says what is measured and why.
 */
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { exportProducts } from '../../src/shop/catalog/export/export-products.ts'
import { readCsv } from '../../src/shop/catalog/import/csv-file.ts'
import { importProducts } from '../../src/shop/catalog/import/import-products.ts'
import { removeDataDir, temporaryDataDir } from '../running/shop-process.ts'

const rows = Number(process.env.SAMOVAR_BENCH_ROWS ?? 100_000)
/** Bound on the machine of docs/benchmarks.md. */
const minNewRows = 2000
/**
 * Bound for importing new products, as a multiple of the time for only reading the file, which measures the machine.
 */
const maxRatio = 60
/** Heap in use after garbage collection: the amount of garbage before it depends on the memory of the machine. */
const maxHeapMb = 150
const ROWS_PER_COLLECTION = 10_000

const heading =
  'ID,Type,SKU,Name,Published,Short description,Description,Regular price,Sale price,Stock,Weight (kg),Categories,Tags,' +
  'Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: steep\n'

function* lines() {
  yield heading
  for (let n = 0; n < rows; n += 1)
    yield `${n + 1},simple,bench-${n},"Tea number ${n}",1,"Malty, <b>round</b>","<p>Tea ${n} grows <em>high</em> and is picked by hand.</p>\\n<p>Second flush.</p>",${10 + (n % 50)}.50,,${n % 90},0.1,"Tea > Kind ${n % 40}","spring, t${n % 200}",House ${n % 20},Origin,"Place ${n % 60}",1,1,${60 + (n % 200)}\n`
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const print = (text: string) => process.stdout.write(`${text}\n`)

export async function measureImport(): Promise<number> {
  const dataDir = await temporaryDataDir(tmpdir())
  const database = await openEmbedded(dataDir)
  const { db, pool, close } = connect(database.url)
  let peak = 0
  let collectedAt = 0
  const onProgress = (done: number) => {
    if (Math.abs(done - collectedAt) < ROWS_PER_COLLECTION) return
    collectedAt = done
    collectGarbage()
    peak = Math.max(peak, process.memoryUsage().heapUsed / 1024 / 1024)
  }
  try {
    await migrate(pool, resolve('db/migrations'))
    const path = join(dataDir, 'bench.csv')
    await pipeline(Readable.from(lines()), createWriteStream(path))
    const timed = async (what: string, work: () => Promise<unknown>) => {
      peak = 0
      const started = performance.now()
      await work()
      const seconds = (performance.now() - started) / 1000
      print(
        `${what.padEnd(24)} ${(rows / seconds).toFixed(0).padStart(7)} rows/s${peak === 0 ? '' : `, heap to ${peak.toFixed(0)} MB`}`,
      )
      return { perSecond: rows / seconds, seconds, peak }
    }
    const read = await timed('read alone', async () => {
      for await (const _ of readCsv(path));
    })
    const now = new Date()
    const fresh = await timed('new products', () => importProducts(db, path, { now }))
    // Collecting garbage takes time, so the heap is measured in the import whose speed has no bound.
    const same = await timed('the same file again', () => importProducts(db, path, { now, onProgress }))
    const exported = join(dataDir, 'export.csv')
    await timed('export', () =>
      pipeline(exportProducts(db, 'http://localhost', { withMeta: true }), createWriteStream(exported)),
    )
    const back = await importProducts(db, exported, { now })
    const ratio = fresh.seconds / read.seconds
    print(`new products take ${ratio.toFixed(1)} times as long as reading the file`)
    const isOk = back.unchanged === rows && fresh.perSecond >= minNewRows && ratio <= maxRatio && same.peak <= maxHeapMb
    print(isOk ? 'within the bounds' : `outside the bounds; ${back.unchanged} of ${rows} unchanged after the export`)
    return isOk ? 0 : 1
  } finally {
    await close()
    await database.stop()
    await removeDataDir(dataDir)
  }
}

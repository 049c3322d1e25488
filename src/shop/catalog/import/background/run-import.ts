import type { Platform } from '../../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../../platform/web/page-tags.ts'
import { refreshOutdatedProducts } from '../../refresh-product.ts'
import { FileError } from '../csv-file.ts'
import { importProducts } from '../import-products.ts'
import type { Ledger } from '../import-run.ts'
import { reportNotes } from '../report.ts'
import { deleteFile, fileOf } from './import-files.ts'
import * as store from './product-imports.store.ts'

export type ImportContext = Pick<Platform, 'db' | 'now' | 'dataDir' | 'publicUrl' | 'log'>

const MAX_TRIES = 5
const RETENTION_MS = 14 * 24 * 3_600_000

/** Runs the active import or dry run until it is finished, cancelled or taken over. */
export async function continueImport(shop: ImportContext): Promise<void> {
  const { db, now } = shop
  await refreshProductsOfStopped(shop)
  const claimed = await store.claimImport(db, now())
  if (!claimed) return
  const { id, isDryRun: dryRun, mapping, onlyExisting } = claimed
  if (claimed.tries > MAX_TRIES) {
    const problem = 'It stopped several times and is not tried again; the log of the server says why.'
    return store.finishImport(db, claimed, { status: 'failed', problem, finishedAt: now() })
  }
  // A dry run refers to new products by ids that exist only in its process, so it starts over.
  if (dryRun) await store.deleteRows(db, id)
  const ledger: Ledger = {
    done: await store.doneRows(db, id),
    withdrawn: await store.withdrawnVariations(db, id),
    write: (results, tx) =>
      tx
        ? store.writeRows(tx, claimed, results, now())
        : db.transaction((own) => store.writeRows(own, claimed, results, now())),
  }
  let rows = claimed.rows
  const onProgress = async (_: number, of: number) => {
    if (rows !== of) await store.finishImport(db, claimed, { rows: of })
    rows = of
  }
  try {
    const options = { mapping, onlyExisting, dryRun, ledger, onProgress, url: shop.publicUrl, fetchesPictures: true }
    const report = await importProducts(db, fileOf(shop, id), { now: now(), ...options })
    const status = dryRun ? 'checked' : 'done'
    await store.finishImport(db, claimed, { status, rows: report.rows, notes: reportNotes(report), finishedAt: now() })
  } catch (error) {
    if (error instanceof store.ImportStopped) return
    if (!(error instanceof FileError)) throw error
    await store.finishImport(db, claimed, { status: 'failed', problem: error.message, finishedAt: now() })
  }
}

/** An import saves products before it lists them, and one that is not resumed has not listed its last ones. */
async function refreshProductsOfStopped({ db, now }: ImportContext): Promise<void> {
  const ids = await store.stoppedImports(db, now())
  if (ids.length === 0) return
  if ((await refreshOutdatedProducts(db, now())) > 0) await invalidatePageTags(db, ['*'])
  await store.releaseLeases(db, ids)
}

/** Deletes files and reports after two weeks. */
export async function deleteOldImports(shop: ImportContext): Promise<void> {
  const before = new Date(shop.now().getTime() - RETENTION_MS)
  for (const id of await store.deleteImports(shop.db, { before })) await deleteFile(shop, id)
}

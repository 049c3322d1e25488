import { handle, schedule } from '../../../../platform/jobs/jobs.ts'
import { continueImport, deleteOldImports, type ImportContext } from './run-import.ts'

/** Runs every minute, which also resumes an import whose process has stopped. */
export const importProductsJob = schedule('import-products', '* * * * *', 10)

export const importJobs = [
  handle(importProductsJob, (shop: ImportContext) => continueImport(shop)),
  handle(schedule('drop-product-imports', '27 4 * * *'), (shop: ImportContext) => deleteOldImports(shop)),
]

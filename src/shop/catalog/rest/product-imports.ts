import { z } from 'zod'
import { csvLine, csvType } from '../../../platform/csv.ts'
import { retryingConflicts } from '../../../platform/database/retry-conflict.ts'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { pageFields, windowOf } from '../../../platform/rest/fields.ts'
import { fileStream } from '../../../platform/rest/file.ts'
import type { LargeFile } from '../../../platform/rest/large-file.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { conflict, errorOf } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite as capability } from '../capabilities.ts'
import * as files from '../import/background/import-files.ts'
import { importProductsJob } from '../import/background/jobs.ts'
import * as store from '../import/background/product-imports.store.ts'
import { productImports } from '../import/background/product-imports.table.ts'
import { isKnownHeading, parseHeader } from '../import/columns.ts'
import { FileError } from '../import/csv-file.ts'

type Shop = Pick<Platform, 'db' | 'now' | 'dataDir' | 'jobs'>

const oneOf = '/:import{[0-9]+}'

const notFound = errorOf(404, 'samovar_import_invalid_id', 'This import is not there any more.')
const busy = conflict('import_busy', 'An import is under way. Wait until it is finished, or cancel it.')

/** The calls of one import, which answer 404 once it was deleted. */
const ofImport = { path: paths.restProductImports + oneOf, capability } as const

const importChange = z.object({
  mapping: z
    .array(z.string().max(300))
    .max(2000)
    .optional()
    .describe('Heading to use for each column of the file. An empty text ignores the column.'),
  only_existing: z.boolean().optional().describe('Whether to skip products that do not exist in the shop.'),
  status: z.enum(['checking', 'running', 'cancelled']).optional(),
})
type ImportChange = z.output<typeof importChange>

type ImportHandler<Request> = (shop: Shop, one: store.ProductImport, request: Request) => Promise<RestResult>

const withImport =
  <Request extends { readonly id: number }>(handler: ImportHandler<Request>) =>
  async (shop: Shop, request: Request): Promise<RestResult> => {
    const one = await store.findImport(shop.db, request.id)
    return one ? handler(shop, one, request) : notFound
  }

const outcome = z.enum(['created', 'updated', 'unchanged', 'skipped', 'rejected'])

async function importsJson({ db, now }: Pick<Shop, 'db' | 'now'>, imports: readonly store.ProductImport[]) {
  const counts = await store.countRows(
    db,
    imports.map(({ id }) => id),
  )
  return imports.map((one) => importJson(one, counts.get(one.id) ?? store.noRows, now()))
}

const oneJson = async (shop: Pick<Shop, 'db' | 'now'>, one: store.ProductImport) => (await importsJson(shop, [one]))[0]

function importJson(one: store.ProductImport, counts: store.OutcomeCounts, now: Date) {
  const done = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const seconds = one.resumedAt ? (now.getTime() - one.resumedAt.getTime()) / 1000 : 0
  const rate = store.isActive(one) && seconds > 0 ? (done - one.doneBefore) / seconds : 0
  const [headings = [], ...preview] = one.preview
  return {
    id: one.id,
    name: one.name,
    bytes: one.bytes,
    status: one.status,
    dry_run: one.isDryRun,
    only_existing: one.onlyExisting,
    headings,
    known: headings.map(isKnownHeading),
    mapping: one.mapping,
    preview,
    rows: one.rows,
    done,
    counts,
    rows_per_second: Math.round(rate),
    seconds_left: rate > 0 && one.rows !== null ? Math.ceil((one.rows - done) / rate) : null,
    notes: one.notes,
    problem: one.problem,
    date_created_gmt: toGmtIso(one.createdAt),
    date_finished_gmt: one.finishedAt && toGmtIso(one.finishedAt),
  }
}

export type ImportJson = ReturnType<typeof importJson>
export type ImportRowJson = store.ImportRow

async function receive({ db, dataDir, now }: Shop, file: LargeFile | null): Promise<RestResult> {
  if (!file) throw new Error('The file of a form is missing')
  try {
    const preview = await files.previewFile(file.path)
    const name = file.name.replaceAll('\0', '').slice(-200)
    const one = await db.transaction(async (tx) => {
      const values = { name, bytes: file.size, preview, createdAt: now() }
      const [row] = await tx.insert(productImports).values(values).returning()
      if (!row) throw new Error('Nothing was stored')
      await files.storeFile({ dataDir }, row.id, file.path)
      return row
    })
    return { json: await oneJson({ db, now }, one), status: 201 }
  } catch (error) {
    if (error instanceof FileError) return errorOf(400, 'samovar_import_unreadable', error.message)
    throw error
  }
}

async function* reportCsv(rows: AsyncIterable<store.ImportRow>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(['Line', 'SKU', 'Name', 'Outcome', 'Note'])}`
  for await (const row of rows) yield csvLine([`${row.line}`, row.sku, row.name, row.outcome, row.note])
}

export const productImportCalls = [
  defineCall({
    summary: 'Lists product imports, newest first',
    method: 'GET',
    path: paths.restProductImports,
    capability,
    query: z.object(pageFields),
    async handler(shop: Shop, { query }) {
      const { items, total } = await store.listImports(shop.db, windowOf(query))
      return { items: await importsJson(shop, items), ...query, total }
    },
  }),
  defineCall({
    summary: 'Uploads a CSV file of products without starting its import',
    method: 'POST',
    path: paths.restProductImports,
    capability,
    acceptsLargeFile: true,
    handler: (shop: Shop, { largeFile }) => receive(shop, largeFile),
  }),
  defineCall({
    summary: 'Retrieves a product import: its columns, its progress, and the number of rows by outcome',
    method: 'GET',
    ...ofImport,
    handler: withImport(async (shop, one) => ({ json: await oneJson(shop, one) })),
  }),
  defineCall({
    summary: 'Updates the column mapping of a product import; starts a dry run or the import, or cancels it',
    method: ['PUT', 'POST', 'PATCH'],
    ...ofImport,
    action: 'edit',
    body: importChange,
    handler: withImport(async (shop, one, { body }: { readonly id: number; readonly body: ImportChange }) => {
      const { mapping, only_existing: onlyExisting, status } = body
      const begins = status === 'checking' || status === 'running'
      if (one.status === 'done' && begins)
        return { ...busy, message: 'This file was imported. Send it once more to import it again.' }
      if (status === 'cancelled' && !store.isActive(one)) return { json: await oneJson(shop, one) }
      try {
        if (begins) parseHeader(one.preview[0] ?? [], mapping ?? one.mapping)
      } catch (error) {
        if (error instanceof FileError) return invalidFields({ mapping: error.message })
        throw error
      }
      const changes = {
        ...(mapping && { mapping }),
        ...(onlyExisting !== undefined && { onlyExisting }),
        ...(status && { status }),
      }
      const changed = await retryingConflicts(store.changeImport)(shop.db, one.id, changes, shop.now())
      if (changed === 'busy') return busy
      if (begins) shop.jobs.enqueueSoon(importProductsJob)
      return changed ? { json: await oneJson(shop, changed) } : notFound
    }),
  }),
  defineCall({
    summary: 'Lists the rows of a product import with their actual or expected outcomes',
    method: 'GET',
    path: `${paths.restProductImports}${oneOf}/rows`,
    capability,
    query: z.object({ ...pageFields, outcome: outcome.optional() }),
    async handler(shop: Shop, { id, query }) {
      const { items, total } = await store.listRows(shop.db, id, { ...windowOf(query), outcome: query.outcome })
      return { items, page: query.page, per_page: query.per_page, total }
    },
  }),
  ...(['report', 'refused'] as const).map((file) =>
    defineCall({
      summary:
        file === 'report'
          ? 'Downloads the report of a product import as CSV'
          : 'Downloads the rejected rows of a product import as CSV, for correction',
      method: 'GET',
      path: `${paths.restProductImports}${oneOf}/${file}`,
      capability,
      returnsFile: true,
      handler: withImport(async (shop, { id, preview }) => {
        const text =
          file === 'refused'
            ? files.refusedCsv(files.fileOf(shop, id), preview[0] ?? [], store.eachRow(shop.db, id, 'rejected'))
            : reportCsv(store.eachRow(shop.db, id))
        return { download: { name: `${file}-${id}.csv`, type: csvType, body: fileStream(text) } }
      }),
    }),
  ),
  defineCall({
    summary: 'Deletes the file and report of a product import, but not the imported products',
    method: 'DELETE',
    ...ofImport,
    handler: withImport(async (shop, { id, name }) => {
      if ((await store.deleteImports(shop.db, { id })).length === 0) return busy
      await files.deleteFile(shop, id)
      return { json: { deleted: true, previous: { id, name } } }
    }),
  }),
]

import { stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ConfigurationError, shopUrl } from '../platform/env.ts'
import { writeAtomically } from '../platform/files/disk-store.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { exportProducts } from '../shop/catalog/export/export-products.ts'
import { FileError } from '../shop/catalog/import/csv-file.ts'
import { importProducts } from '../shop/catalog/import/import-products.ts'
import { type ImportReport, rejectsCsv, reportText } from '../shop/catalog/import/report.ts'
import { uploadFiles } from '../things/media/upload-files.ts'
import { progressReporter, type Terminal, withCliContext } from './terminal.ts'

const productsHelp = `
FILE is what WooCommerce's product export writes: comma, semicolon or tab between cells, UTF-8, columns in any order.
Products of every type and variations are taken in; any other row is rejected with its line and the reason.
Products are known again by SKU; without one by their name, variations by what they are. A column the file does not have
leaves that part of a product as it is. Pictures are never fetched from the network: give their files with --images.

The file is read to its end before anything is written. Exit code: 0 all rows taken in, 1 some rejected, 2 not readable.

Examples:
  npm run shop -- import products export.csv --dry-run
  npm run shop -- import products export.csv --images ./pictures --report rejected.csv
  npm run --silent shop -- import products export.csv --json > report.json`

type ProductOptions = { dryRun?: boolean; json?: boolean; report?: string; images?: string }

export function addImportCommands(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description('take things in from files')
    .command('products')
    .description("read WooCommerce's product CSV into the catalogue")
    .argument('<file>', 'the CSV file')
    .option('--dry-run', 'say what would become of every row, and change nothing')
    .option('--json', 'print the report as JSON')
    .option('--report <file>', 'write the report: rejected rows as a spreadsheet for .csv, everything as JSON else')
    .option('--images <folder>', "folder with the products' picture files")
    .addHelpText('after', productsHelp)
    .action((file: string, options: ProductOptions) => importFile(terminal, file, options))
}

export function addExportCommands(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write things to files')
    .command('products')
    .description("write the catalogue as WooCommerce's product CSV, which 'import products' takes back")
    .argument('<file>', 'the CSV file')
    .option('--meta', 'also custom fields')
    .action((file: string, { meta = false }: { meta?: boolean }) => exportFile(terminal, file, meta))
}

async function exportFile(terminal: Terminal, file: string, withMeta: boolean): Promise<void> {
  await withCliContext(terminal, async ({ db, env }) => {
    const text = exportProducts(db, shopUrl(env), { withMeta })
    const location = resolve(terminal.cwd, file)
    const isPipe = await stat(location).then(
      (info) => !info.isFile(),
      () => false,
    )
    const written = isPipe ? writeFile(location, text) : writeAtomically(location, { bytes: text })
    await written.catch((error: unknown) => {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      throw new ConfigurationError(`The file cannot be written: ${error.message}`)
    })
  })
}

async function importFile(terminal: Terminal, file: string, options: ProductOptions): Promise<void> {
  const reportPath = options.report === undefined ? undefined : resolve(terminal.cwd, options.report)
  // Fails before the import, not after it, if the report cannot be written.
  if (reportPath !== undefined) await writeReport(reportPath, '')
  await withCliContext(terminal, async ({ db, env }) => {
    const files = uploadFiles({ files: openFileStore(env), dataDir: env.DATA_DIR })
    const folder = options.images === undefined ? undefined : resolve(terminal.cwd, options.images)
    const report = await importProducts(db, resolve(terminal.cwd, file), {
      now: new Date(),
      url: shopUrl(env),
      dryRun: options.dryRun ?? false,
      onProgress: progressReporter(terminal, 'rows'),
      ...(folder === undefined ? {} : { images: { folder, files } }),
    }).catch((error: unknown) => {
      if (error instanceof FileError) throw new ConfigurationError(`${file}: ${error.message} Nothing was changed.`)
      throw error
    })
    const printed: ImportReport = { ...report, file }
    terminal.out(options.json ? `${JSON.stringify(printed, null, 2)}\n` : `${reportText(printed)}\n`)
    if (reportPath !== undefined) {
      await writeReport(
        reportPath,
        reportPath.endsWith('.csv') ? rejectsCsv(printed) : JSON.stringify(printed, null, 2),
      )
    }
    if (printed.rejected > 0) terminal.exitCode = 1
  })
}

async function writeReport(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw new ConfigurationError(`The report cannot be written: ${error.message}`)
  })
}

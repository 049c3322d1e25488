import { resolve } from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import { isEmptyShop } from '../../db/seed/seed.ts'
import { BackupError } from '../platform/backup/backup-format.ts'
import { restoreBackup, verifyBackup } from '../platform/backup/restore-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { ConfigurationError } from '../platform/env.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { deleteDerivedPictures, uploadFiles } from '../things/media/upload-files.ts'
import { type CliContext, progressReporter, refuse, type Terminal, withCliContext } from './terminal.ts'

const backupHelp = `
The shop may be open: all tables are read as of one moment, and nobody waits for it. The folder is made, or empty. It holds
everything: customers, orders, the secret of the shop. Keep it as you keep DATA_DIR.

Examples:
  npm run shop -- backup ./backup-2026-11-26
  npm run shop -- backup "/mnt/backups/$(date +%F)"`

const restoreHelp = `
Stop the shop first. Everything is read and its sums are checked before anything is changed, and all of it is restored or
nothing. The version must be the one whose tables are in the backup. Files that are not in the backup stay.

Examples:
  DATA_DIR=./try npm run shop -- restore ./backup-2026-11-26
  npm run shop -- restore ./backup-2026-11-26 --force`

export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .description('write database and files into a new folder, while the shop sells')
    .argument('<folder>', 'where it goes')
    .addHelpText('after', backupHelp)
    // Made before an upgrade, it is of the version that still runs.
    .action((folder: string) => withCliContext(terminal, (cli) => backup(terminal, cli, folder), { tables: 'as-is' }))

  program
    .command('restore')
    .description('bring back a backup, into an empty shop')
    .argument('<folder>', 'the backup')
    .option('--force', 'replace a shop that is not empty')
    .addHelpText('after', restoreHelp)
    .action((folder: string, options: { force?: boolean }) =>
      withCliContext(terminal, (cli) => restore(terminal, cli, folder, options.force === true)),
    )
}

const placesOf = ({ databaseUrl, env }: CliContext) => ({
  databaseUrl,
  dataDir: resolve(env.DATA_DIR),
  files: openFileStore(env),
})

async function backup(terminal: Terminal, cli: CliContext, name: string): Promise<void> {
  const folder = resolve(terminal.cwd, name)
  const onProgress = progressReporter(terminal, 'tables')
  const { tables, files } = await writeBackup(placesOf(cli), folder, onProgress).catch(asConfigurationError)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  terminal.out(`${folder}: ${tables.length} tables with ${rows} rows, ${files.count} files.\n`)
  if (files.vanished > 0) terminal.out(`${files.vanished} files were deleted meanwhile and are not in it.\n`)
}

async function restore(terminal: Terminal, cli: CliContext, name: string, isForced: boolean): Promise<void> {
  const folder = resolve(terminal.cwd, name)
  if (!isForced && !(await isEmptyShop(cli.db)))
    return refuse(terminal, 'This shop is not empty; --force replaces what is in it.')
  await verifyBackup(folder).catch(asConfigurationError)
  // Imported lazily, because only this command needs the whole shop.
  const { prepareStartedTables } = await import('../prepare.ts')
  await prepareStartedTables(cli.env, cli.databaseUrl, pino({ level: 'silent' }))
  const places = placesOf(cli)
  const { createdAt, tables, files } = await restoreBackup(places, folder).catch(asConfigurationError)
  await deleteDerivedPictures(uploadFiles(places))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  terminal.out(`The shop is as it was at ${createdAt}: ${rows} rows, ${files.count} files.\n`)
}

function asConfigurationError(error: unknown): never {
  if (error instanceof BackupError) throw new ConfigurationError(`${error.message} Nothing was changed.`)
  throw error
}

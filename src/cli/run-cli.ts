import { Command, CommanderError } from 'commander'
import { ConfigurationError } from '../platform/env.ts'
import { errorText } from '../platform/log/open-log.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addFileCommands } from './file-commands.ts'
import { addExportCommands, addImportCommands } from './import-commands.ts'
import { addReportCommands } from './report-commands.ts'
import { addOrderCommands, addSetupCommands } from './shop-commands.ts'
import type { Terminal } from './terminal.ts'
import { addUserCommands } from './user-commands.ts'

const help = `
Commands work on the shop that DATA_DIR or DATABASE_URL names, whether it is running or not.
Exit code: 0 done, 1 something was refused, 2 it could not be done.

Examples:
  npm run shop -- import products export.csv --dry-run
  npm run shop -- user create ada@example.com --role administrator
  npm run shop -- orders list --status processing
  npm run shop -- import products --help`

export async function runCli(terminal: Terminal, args: readonly string[]): Promise<number> {
  const program = new Command('shop')
    .description('Manages the tea shop from the command line.')
    .addHelpText('after', help)
    .showHelpAfterError('Add --help to list the commands.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
  addSetupCommands(program, terminal)
  addImportCommands(program, terminal)
  addFileCommands(program, terminal)
  addExportCommands(program, terminal)
  addBackupCommands(program, terminal)
  addUserCommands(program, terminal)
  addOrderCommands(program, terminal)
  addReportCommands(program, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 || error.code === 'commander.help' ? 0 : 2
    if (error instanceof ConfigurationError) terminal.err(`${error.message}\n`)
    else terminal.err(`${errorText(error)}\n`)
    return 2
  }
}

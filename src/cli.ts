/** The shop's own command line: `npm run shop -- COMMAND`. */
import { runCli } from './cli/run-cli.ts'
import { processTerminal } from './cli/terminal.ts'

process.exitCode = await runCli(processTerminal(), process.argv.slice(2))

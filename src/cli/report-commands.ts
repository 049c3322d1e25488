import type { Command } from 'commander'
import { loadSettings } from '../settings.ts'
import { countStaleDays, refreshTotals, resetTotals } from '../shop/reports/refresh-totals.store.ts'
import { type Terminal, withCliContext } from './terminal.ts'

export function addReportCommands(program: Command, terminal: Terminal): void {
  program
    .command('reports')
    .description('the totals by day that reports read')
    .command('rebuild')
    .description('work out the totals of every day again, from its orders')
    .addHelpText(
      'after',
      '\nThe shop keeps them up to date by itself; it is here for after a change made in the database by hand.\n\nExample:\n  npm run shop -- reports rebuild',
    )
    .action(() =>
      withCliContext(terminal, async ({ db }) => {
        const { timeZone } = await loadSettings(db)
        await resetTotals(db)
        // In steps of a second, to print the progress between them.
        while (!(await refreshTotals(db, { timeZone, untilMs: 1000 })))
          terminal.err(`${await countStaleDays(db)} days to go.\n`)
        terminal.out('The totals of every day are recalculated.\n')
      }),
    )
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatMoney } from '../money/format.ts'
import { statusNames } from '../orders/order-status.ts'
import type { OrderStatus } from '../orders/orders.table.ts'
import { readOrders } from '../orders/orders-read.store.ts'
import { openCli } from './open-cli.ts'
import { type Terminal, table } from './terminal.ts'

type ListOptions = { status?: OrderStatus; search: string; limit: number; json?: boolean }

export function addOrderCommands(program: Command, terminal: Terminal): void {
  program
    .command('orders')
    .description('what was bought')
    .command('list')
    .description('show orders, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(Object.keys(statusNames)))
    .option('--search <text>', 'part of a number, a name or an email address', '')
    .option('--limit <number>', 'how many', count, 20)
    .option('--json', 'print as JSON, with every line')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run shop -- orders list --status processing\n  npm run --silent shop -- orders list --limit 1000 --json > orders.json',
    )
    .action((options: ListOptions) =>
      openCli(terminal, async ({ db }) => {
        const found = await readOrders(
          db,
          { statuses: options.status === undefined ? [] : [options.status], search: options.search },
          { by: 'date', direction: 'desc' },
          { number: 1, size: options.limit },
        )
        if (options.json) return terminal.out(`${JSON.stringify(found.orders, null, 2)}\n`)
        const rows = found.orders.map(({ id, createdAt, status, billing, totalCents }) => [
          ...[`#${id}`, createdAt.toISOString().slice(0, 16).replace('T', ' '), statusNames[status]],
          ...[`${billing.firstName} ${billing.lastName}`, billing.email, formatMoney(totalCents)],
        ])
        terminal.out(table([['order', 'placed (UTC)', 'status', 'name', 'email', 'total'], ...rows]))
        if (found.total > rows.length) terminal.err(`${found.total - rows.length} more; --limit shows them.\n`)
      }),
    )
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 up.')
  return Number(text)
}

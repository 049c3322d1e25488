import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatMoney } from '../platform/money/format.ts'
import { statusNames } from '../shop/orders/order-status.ts'
import type { OrderStatus } from '../shop/orders/orders.table.ts'
import { readOrders } from '../shop/orders/orders-read.store.ts'
import { withCliContext } from './cli-context.ts'
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
    .option('--limit <number>', 'how many', parseCount, 20)
    .option('--json', 'print as JSON, with every line')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run shop -- orders list --status processing\n  npm run --silent shop -- orders list --limit 1000 --json > orders.json',
    )
    .action((options: ListOptions) =>
      withCliContext(terminal, async ({ db }) => {
        const page = await readOrders(
          db,
          { statuses: options.status === undefined ? [] : [options.status], search: options.search },
          { by: 'date', direction: 'desc' },
          { number: 1, size: options.limit },
        )
        if (options.json) return terminal.out(`${JSON.stringify(page.orders, null, 2)}\n`)
        const rows = page.orders.map(({ id, createdAt, status, billing, totalCents }) => [
          ...[`#${id}`, createdAt.toISOString().slice(0, 16).replace('T', ' '), statusNames[status]],
          ...[`${billing.firstName} ${billing.lastName}`, billing.email, formatMoney(totalCents)],
        ])
        terminal.out(table([['order', 'placed (UTC)', 'status', 'name', 'email', 'total'], ...rows]))
        if (page.total > rows.length) terminal.err(`${page.total - rows.length} more; --limit shows them.\n`)
      }),
    )
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 up.')
  return Number(text)
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { seedDemoShop } from '../../db/seed/seed.ts'
import { ConfigurationError, parseEnv, productionReason, projectRoot } from '../platform/env.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { formatMoney } from '../platform/money/money.ts'
import { invalidatePageTags } from '../platform/web/page-tags.ts'
import { refreshAllProducts } from '../shop/catalog/refresh-product.ts'
import { statusNames } from '../shop/orders/order-status.ts'
import type { OrderStatus } from '../shop/orders/orders.table.ts'
import { readOrders } from '../shop/orders/orders-read.store.ts'
import { progressReporter, refuse, type Terminal, table, withCliContext } from './terminal.ts'

export function addSetupCommands(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the tables to what this version expects')
    .addHelpText(
      'after',
      '\nThe start of the shop does it, too. A shop of an earlier version that still runs may fail on the new tables: stop it\nfirst, and make a backup. Other commands refuse tables of an earlier version.\n\nExample:\n  npm run shop -- migrate',
    )
    .action(() =>
      withCliContext(
        terminal,
        async ({ applied }) => {
          terminal.out(applied.length === 0 ? 'Nothing to do.\n' : `Applied ${applied.join(', ')}.\n`)
        },
        { tables: 'migrated' },
      ),
    )

  program
    .command('seed')
    .description('put the demo shop into an empty database')
    .addHelpText('after', '\nExample:\n  SEED=none DATA_DIR=./try npm run shop -- seed')
    .action(() =>
      withCliContext(terminal, async ({ db, env }) => {
        const reason = productionReason(env)
        if (reason !== null) {
          throw new ConfigurationError(
            `The demo has people whose passwords are public, and this shop is in production: ${reason}. Nothing was changed.`,
          )
        }
        const stored = { files: openFileStore(env), dataDir: env.DATA_DIR }
        const isSeeded = await seedDemoShop({ db, ...stored, root: projectRoot, now: new Date() })
        if (isSeeded) return terminal.out('The demo shop is seeded.\n')
        refuse(terminal, 'This shop is not empty; the demo shop goes into an empty one only.')
      }),
    )

  program
    .command('sandbox-key')
    .description('print the secret key of the payment sandbox, to try out refunds and disputes')
    .addHelpText(
      'after',
      '\nIt opens nothing but the sandbox of this DATA_DIR.\n\nExample:\n  npm run shop -- sandbox-key',
    )
    .action(async () => {
      // Imported lazily, because only this command needs the whole shop.
      const { loadSandboxKeys } = await import('../open-shop.ts')
      const { secretKey } = await loadSandboxKeys(parseEnv(terminal.env))
      terminal.out(`${secretKey}\n`)
    })

  program
    .command('reindex')
    .description('work out again what listings show: prices, sales, stock, ratings')
    .addHelpText(
      'after',
      '\nThe shop does this itself with every change; it is here for after a change made in the database by hand.\n\nExample:\n  npm run shop -- reindex',
    )
    .action(() =>
      withCliContext(terminal, async ({ db }) => {
        const { products, changed } = await refreshAllProducts(db, new Date(), progressReporter(terminal, 'products'))
        if (changed.length > 0) await invalidatePageTags(db, ['*'])
        terminal.out(`${products} products looked at, ${changed.length} corrected.\n`)
      }),
    )
}

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
          { orderby: 'date', order: 'desc' },
          { limit: options.limit, offset: 0 },
        )
        if (options.json) return terminal.out(`${JSON.stringify(page.orders, null, 2)}\n`)
        const rows = page.orders.map(({ id, createdAt, status, billing, totalCents, currency }) => [
          ...[`#${id}`, createdAt.toISOString().slice(0, 16).replace('T', ' '), statusNames[status]],
          ...[`${billing.firstName} ${billing.lastName}`, billing.email, formatMoney(totalCents, currency)],
        ])
        terminal.out(table([['order', 'placed (UTC)', 'status', 'name', 'email', 'total'], ...rows]))
        if (page.total > rows.length) terminal.err(`${page.total - rows.length} more; --limit shows them.\n`)
      }),
    )
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of 1 or more.')
  return Number(text)
}

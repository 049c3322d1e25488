import { resolve } from 'node:path'
import type { Command } from 'commander'
import { seedDemoShop } from '../../db/seed/seed.ts'
import { ConfigurationError, parseEnv, productionReason } from '../platform/env.ts'
import { invalidatePageTags } from '../platform/web/page-tags.ts'
import { refreshAllProducts } from '../shop/catalog/refresh-product.ts'
import { withCliContext } from './cli-context.ts'
import { progressReporter, type Terminal } from './terminal.ts'

export function addSetupCommands(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the tables to what this version expects')
    .addHelpText('after', '\nEvery other command does it first, too.\n\nExample:\n  npm run shop -- migrate')
    .action(() =>
      withCliContext(terminal, async ({ applied }) => {
        terminal.out(applied.length === 0 ? 'Nothing to do.\n' : `Applied ${applied.join(', ')}.\n`)
      }),
    )

  program
    .command('seed')
    .description('put the demo shop into an empty database')
    .addHelpText('after', '\nExample:\n  SEED=none DATA_DIR=./try npm run shop -- seed')
    .action(() =>
      withCliContext(terminal, async ({ db, env, root }) => {
        const reason = productionReason(env)
        if (reason !== null) {
          throw new ConfigurationError(
            `The demo has people whose passwords are public, and this shop is in production: ${reason}. Nothing was changed.`,
          )
        }
        const isSeeded = await seedDemoShop({ db, dataDir: resolve(env.DATA_DIR), root, now: new Date() })
        if (isSeeded) return terminal.out('The demo shop is seeded.\n')
        terminal.err('This shop is not empty; the demo shop goes into an empty one only. Nothing was changed.\n')
        terminal.exitCode = 1
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

/** The shop's own command line: `npm run shop -- COMMAND`. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { openCli } from './cli/open-cli.ts'
import { ConfigurationError } from './env.ts'
import { isEmptyShop, seedDemoShop } from '../db/seed/seed.ts'

const program = new Command('shop').description('Looks after the tea shop from the command line.')

program
  .command('migrate')
  .description('bring the tables to what this version expects')
  .action(() => openCli(async ({ applied }) => console.log(applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`)))

program
  .command('seed')
  .description('put the demo shop into an empty database')
  .action(() =>
    openCli(async ({ db, env, root }) => {
      if (!(await isEmptyShop(db))) throw new ConfigurationError('This shop is not empty; the demo shop goes into an empty one only.')
      await seedDemoShop({ db, dataDir: resolve(env.DATA_DIR), root, now: new Date() })
      console.log('The demo shop is on the shelves.')
    }),
  )

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof ConfigurationError ? error.message : error)
  process.exitCode = 2
})

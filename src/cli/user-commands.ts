import { type Command, Option } from 'commander'
import { asc, eq } from 'drizzle-orm'
import { removeDemoUsers } from '../../db/seed/demo-users.ts'
import { users } from '../people/identity/accounts.table.ts'
import { resetSignInFactors } from '../people/identity/factors/second-factor.ts'
import { refusePassword } from '../people/identity/passwords/new-password.ts'
import { MIN_PASSWORD_LENGTH, passwordRefusalTexts } from '../people/identity/passwords/password-rules.ts'
import { createUser, findUser, setPassword } from '../people/identity/users.store.ts'
import { type Role, roles } from '../platform/access/permissions.ts'
import type { Db } from '../platform/database/connect.ts'
import { isEmail, normalizeEmail } from '../platform/email-address.ts'
import { ConfigurationError } from '../platform/env.ts'
import { loadSettings } from '../settings.ts'
import { defaultsOf } from '../things/settings/setting.ts'
import { updateSettings } from '../things/settings/settings.store.ts'
import { type SiteSettings, siteSettings } from '../things/settings/site-settings.ts'
import { refuse, type Terminal, table, withCliContext } from './terminal.ts'

const roleOption = (description: string) => new Option('--role <role>', description).choices([...roles])

const passwordHelp = `
The password is asked for, or read from what is piped in: it is never part of the command line, where others could read it.`

/** Orders of a new shop are mailed to its first administrator; an address that the shop has stays. */
const mailShopTo = (db: Db, email: string) =>
  updateSettings<SiteSettings>(db, defaultsOf(siteSettings), ({ ownerEmail }) =>
    ownerEmail === siteSettings.ownerEmail.initial ? { ownerEmail: email } : {},
  )

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('people who can sign in')

  user
    .command('create')
    .description('make a customer, or one of the staff')
    .argument('<email>', 'their email address')
    .addOption(roleOption('their role').default('customer'))
    .option('--name <name>', 'their display name')
    .addHelpText(
      'after',
      `${passwordHelp}\n\nExamples:\n  npm run shop -- user create ada@example.com --role administrator --name "Ada Leaf"\n  npm run shop -- user create ada@example.com < password.txt`,
    )
    .action(async (address: string, options: { role: Role; name?: string }) => {
      const email = parseEmail(address)
      const password = await promptPassword(terminal)
      await withCliContext(terminal, async ({ db }) => {
        const name = options.name?.trim() || (email.split('@')[0] ?? email)
        await checkPassword(db, password, { email, name })
        const created = await createUser(db, { email, name, password, role: options.role, now: new Date() })
        if (!created.ok) return refuse(terminal, `${email} has an account already.`)
        if (options.role === 'administrator') await mailShopTo(db, email)
        terminal.out(`${email} can sign in as ${options.role}.\n`)
      })
    })

  user
    .command('password')
    .description('give somebody a new password and end their sign-ins')
    .argument('<email>', 'their email address')
    .addHelpText('after', `${passwordHelp}\n\nExample:\n  npm run shop -- user password ada@example.com`)
    .action(async (address: string) => {
      const email = parseEmail(address)
      const password = await promptPassword(terminal)
      await withCliContext(terminal, async ({ db }) => {
        const account = await findUser(db, email)
        if (!account) return refuse(terminal, `No account has the email address ${email}.`)
        await checkPassword(db, password, { email, name: account.name })
        await setPassword(db, email, password, new Date())
        terminal.out(`${email} has a new password and must sign in again.\n`)
      })
    })

  user
    .command('remove-second-factor')
    .description('let somebody in who lost the device with their second factor')
    .argument('<email>', 'their email address')
    .addHelpText(
      'after',
      '\nTheir codes, recovery codes and passkeys no longer work, and their sign-ins end. They sign in with the password alone, and set up a second factor again. Give them a new password first if somebody else may know it.\n\nExample:\n  npm run shop -- user remove-second-factor ada@example.com',
    )
    .action(async (address: string) => {
      const email = parseEmail(address)
      await withCliContext(terminal, async ({ db }) => {
        const account = await findUser(db, email)
        if (!account) return refuse(terminal, `No account has the email address ${email}.`)
        await db.transaction((tx) => resetSignInFactors(tx, account.id))
        terminal.out(`${email} has no second factor and no passkeys any more, and must sign in again.\n`)
      })
    })

  user
    .command('remove-demo')
    .description('take away the demo accounts, whose passwords are public, and their demo orders')
    .addHelpText(
      'after',
      '\nTheir sign-ins and carts end, and the orders that came with the demo go. What was written or ordered with these accounts since stays. A shop with live keys or an https address does not start while they are there.\n\nExample:\n  npm run shop -- user remove-demo',
    )
    .action(() =>
      withCliContext(terminal, async ({ db }) => {
        // Imported lazily, because only this command needs every room.
        const { privacy } = await import('../personal-data.ts')
        const { people, orderCount } = await removeDemoUsers({ db, privacy, now: () => new Date() })
        terminal.out(people.length === 0 ? 'There are no demo accounts.\n' : `Removed ${people.join(', ')}.\n`)
        if (orderCount > 0)
          terminal.out(`Removed the ${orderCount === 1 ? 'order' : `${orderCount} orders`} that came with the demo.\n`)
        const administrators = await db.$count(users, eq(users.role, 'administrator'))
        if (administrators === 0)
          terminal.err(
            'Nobody can run the shop now. Make its owner: npm run shop -- user create you@example.com --role administrator\n',
          )
      }),
    )

  user
    .command('list')
    .description('show who can sign in')
    .addOption(roleOption('only these'))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  npm run shop -- user list --role administrator')
    .action((options: { role?: Role; json?: boolean }) =>
      withCliContext(terminal, async ({ db }) => {
        const selected = await db
          .select({ id: users.id, email: users.email, name: users.name, role: users.role, since: users.createdAt })
          .from(users)
          .where(options.role === undefined ? undefined : eq(users.role, options.role))
          .orderBy(asc(users.id))
        if (options.json) return terminal.out(`${JSON.stringify(selected, null, 2)}\n`)
        const rows = selected.map(({ id, email, name, role, since }) => [
          ...[String(id), email, name, role, since.toISOString().slice(0, 10)],
        ])
        terminal.out(table([['id', 'email', 'name', 'role', 'since'], ...rows]))
      }),
    )
}

function parseEmail(address: string): string {
  const email = normalizeEmail(address)
  if (!isEmail(email)) throw new ConfigurationError(`'${address}' is not an email address.`)
  return email
}

const promptPassword = (terminal: Terminal): Promise<string> =>
  terminal.readPassword(`Password (${MIN_PASSWORD_LENGTH} characters or more): `)

/** Throws an error with the reason if the password is too short or easy to guess. */
async function checkPassword(db: Db, password: string, { email, name }: { email: string; name: string }) {
  const { siteTitle } = await loadSettings(db)
  const refusal = await refusePassword(password, { email, name, siteTitle })
  if (refusal !== null) throw new ConfigurationError(`${passwordRefusalTexts[refusal]} Nothing was changed.`)
}

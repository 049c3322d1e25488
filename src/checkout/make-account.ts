import { createUser } from '../accounts/create-user.ts'
import { makePasswordKey } from '../accounts/password-link.ts'
import type { Tx } from '../database/connect.ts'
import { askForMails } from '../mail/ask-for-mails.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import type { Address } from '../orders/orders.table.ts'
import type { Shop } from '../shop.ts'

/** An account that is wanted with an order. Where nobody chose a password, it is a random one that nobody is told. */
export type WantedAccount = { readonly password: string; readonly isChosen: boolean }

/** Makes the account of an order that is being placed; null when the address has one already. */
export async function makeAccount(tx: Tx, billing: Address, wanted: WantedAccount, now: Date): Promise<number | null> {
  const made = await createUser(tx, {
    email: billing.email,
    name: fullName(billing),
    password: wanted.password,
    role: 'customer',
    now,
  })
  return made.ok ? made.userId : null
}

/** Welcomes a new customer, with a link to choose a password where none was chosen. */
export async function welcome(shop: Shop, tx: Tx, order: Order, userId: number, wanted: WantedAccount): Promise<void> {
  const facts = wanted.isChosen ? {} : { passwordKey: await makePasswordKey(tx, userId, shop.now()) }
  await askForMails(shop, tx, order, { transition: 'account', templates: ['new-account'], facts })
}

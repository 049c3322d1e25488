import { accountExists } from './people/accounts/messages/account-exists.ts'
import { passwordReset } from './people/accounts/messages/password-reset.ts'
import { welcome } from './people/accounts/messages/welcome.ts'
import { contactOf } from './people/addresses/store-address.ts'
import type { Platform } from './platform/web/context.ts'
import type { Settings } from './settings.ts'
import { lowStock, outOfStock } from './shop/catalog/messages/stock-messages.ts'
import { orderMessages } from './shop/orders/messages/order-messages.ts'
import { approvedComment } from './site/comments/messages/approved-comment.ts'
import { waitingComment } from './site/comments/messages/waiting-comment.ts'
import { type Messages, openMessages } from './things/messages/open-messages.ts'

/** Every type of message, in the order of the back office. */
const messageTypes = [
  ...Object.values(orderMessages),
  welcome,
  passwordReset,
  accountExists,
  lowStock,
  outOfStock,
  waitingComment,
  approvedComment,
]

/** Messages of this shop. `loadSettings` reads them anew, because a process's own may be older than a change. */
export const shopMessages = (
  { db, now, secret, url }: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
  loadSettings: () => Promise<Settings>,
): Messages =>
  openMessages({
    ...{ db, now, types: messageTypes },
    async context() {
      const settings = await loadSettings()
      return { url, secret, settings, contact: contactOf(settings) }
    },
  })

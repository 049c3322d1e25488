import { contactOf } from './people/addresses/store-address.ts'
import { accountExists } from './people/identity/messages/account-exists.ts'
import { confirmAccount } from './people/identity/messages/confirm-account.ts'
import { confirmEmail } from './people/identity/messages/confirm-email.ts'
import { emailChangeAsked, emailChanged } from './people/identity/messages/email-change.ts'
import { emailChangeUndone, emailTakenBack } from './people/identity/messages/email-change-undone.ts'
import { newSignIn } from './people/identity/messages/new-sign-in.ts'
import { passwordChanged } from './people/identity/messages/password-changed.ts'
import { passwordReset } from './people/identity/messages/password-reset.ts'
import { securityChanged } from './people/identity/messages/security-changed.ts'
import { setUpCode } from './people/identity/messages/set-up-code.ts'
import { signInCode } from './people/identity/messages/sign-in-code.ts'
import { welcome } from './people/identity/messages/welcome.ts'
import { accountDeleted } from './people/privacy/messages/account-deleted.ts'
import { deletionRequested } from './people/privacy/messages/deletion-requested.ts'
import { inactiveAccount } from './people/privacy/messages/inactive-account.ts'
import { invitationMessage } from './people/staff/messages/invitation.ts'
import { newPassword } from './people/staff/messages/new-password.ts'
import { roleChanged } from './people/staff/messages/role-changed.ts'
import type { Platform } from './platform/web/context.ts'
import type { Settings } from './settings.ts'
import { lowStock, outOfStock } from './shop/catalog/messages/stock-messages.ts'
import { orderMessages } from './shop/orders/messages/order-messages.ts'
import { backInStock } from './shop/stock-alerts/messages/back-in-stock.ts'
import { confirmStockAlert } from './shop/stock-alerts/messages/confirm-stock-alert.ts'
import { approvedComment, waitingComment } from './site/comments/messages/comment-message.ts'
import { type Messages, openMessages } from './things/messages/open-messages.ts'

/** Every type of message, in the order of the back office. */
const messageTypes = [
  ...Object.values(orderMessages),
  welcome,
  passwordReset,
  passwordChanged,
  accountExists,
  signInCode,
  setUpCode,
  confirmAccount,
  confirmEmail,
  emailChangeAsked,
  emailChanged,
  emailChangeUndone,
  emailTakenBack,
  confirmStockAlert,
  backInStock,
  invitationMessage,
  roleChanged,
  newPassword,
  deletionRequested,
  accountDeleted,
  inactiveAccount,
  newSignIn,
  securityChanged,
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
    ...{ db, now, url, secret, types: messageTypes },
    async context() {
      const settings = await loadSettings()
      return { url, secret, settings, contact: contactOf(settings) }
    },
  })

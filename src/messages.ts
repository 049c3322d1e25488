import { testMail } from './faces/onboarding/test-mail.ts'
import { contactOf } from './people/addresses/store-address.ts'
import {
  confirmEmail,
  emailChanged,
  emailChangeRequested,
  emailChangeReverted,
  emailChangeUndone,
} from './people/identity/email-change-emails.ts'
import {
  accountExists,
  confirmAccount,
  newSignIn,
  passwordChanged,
  passwordReset,
  securityChanged,
  setUpCode,
  signInCode,
  welcome,
} from './people/identity/emails.ts'
import { accountDeleted, deletionRequested, inactiveAccount } from './people/privacy/emails.ts'
import { invitationEmail, newPassword, roleChanged } from './people/staff/emails.ts'
import type { Platform } from './platform/web/context.ts'
import type { Settings } from './settings.ts'
import { lowStock, outOfStock } from './shop/catalog/messages/stock-messages.ts'
import { orderMessages } from './shop/orders/messages/order-messages.ts'
import { backInStock } from './shop/stock-alerts/messages/back-in-stock.ts'
import { confirmStockAlert } from './shop/stock-alerts/messages/confirm-stock-alert.ts'
import { approvedComment, waitingComment } from './site/comments/messages/comment-message.ts'
import { formMail } from './site/forms/messages/form-mail.ts'
import { formReply } from './site/forms/messages/form-reply.tsx'
import { type Messages, openMessages } from './things/messages/open-messages.ts'

/** Every type of message, in the order of the back office's list. */
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
  emailChangeRequested,
  emailChanged,
  emailChangeUndone,
  emailChangeReverted,
  confirmStockAlert,
  backInStock,
  invitationEmail,
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
  formReply,
  testMail,
]

/** Messages of this shop. `loadSettings` reads settings from the database, because cached ones may be outdated. */
export const shopMessages = (
  { db, now, secret, url }: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
  loadSettings: () => Promise<Settings>,
): Messages =>
  openMessages({
    db,
    now,
    url,
    secret,
    types: messageTypes,
    customTypes: [formMail],
    async context() {
      const settings = await loadSettings()
      return { url, secret, settings, contact: contactOf(settings) }
    },
  })

import type { Platform } from '../../platform/web/context.ts'
import { type MessageSender, sendMessage } from '../../things/messages/send-message.ts'
import type { User } from './auth-session.ts'
import { type SecurityChange, securityChanged } from './emails.ts'

export const reportSecurityChange = (
  shop: Pick<Platform, 'db'> & MessageSender,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
  change: SecurityChange,
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await sendMessage(tx, shop, securityChanged, {
      ...{ key: `security:${id}:${change}:${shop.now().getTime()}`, subject: {}, recipient: email },
      payload: { name, change },
    })
  })

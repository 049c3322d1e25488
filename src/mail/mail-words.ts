import type { Db, Tx } from '../database/connect.ts'
import { findOrder } from '../orders/orders.store.ts'
import type { Shop } from '../shop.ts'
import type { mails } from './mail.table.ts'
import { isMailTemplate } from './mail-templates.ts'
import { renderMail } from './render-mail.ts'

type Unset = Pick<typeof mails.$inferSelect, 'id' | 'orderId' | 'template' | 'facts' | 'html' | 'text'>

/** What a mail says: as it went out, or set now from its order. Throws when it cannot be set, and the mail waits. */
export async function wordsOf(
  db: Db | Tx,
  mail: Unset,
  shop: Pick<Shop, 'url' | 'settings' | 'secret'>,
): Promise<{ readonly html: string; readonly text: string }> {
  if (mail.html !== null && mail.text !== null) return { html: mail.html, text: mail.text }
  if (!isMailTemplate(mail.template)) throw new Error(`Mail ${mail.id} is of an unknown kind: ${mail.template}`)
  const order = mail.orderId === null ? null : await findOrder(db, mail.orderId)
  if (!order) throw new Error(`The order of mail ${mail.id} is gone`)
  const { html, text } = renderMail(mail.template, order, mail.facts, {
    ...{ url: shop.url, secret: shop.secret, settings: shop.settings() },
  })
  return { html, text }
}

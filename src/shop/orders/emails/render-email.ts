import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { EmailData, emails } from '../../../things/messages/emails.table.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { PaymentMethodSettings } from '../../payments/settings.ts'
import { findOrder, type Order } from '../orders.store.ts'
import { customerMessage } from './customer-emails.ts'
import { type EmailTemplate, emailSubject, isEmailTemplate, isForCustomer } from './email-templates.ts'
import type { MessageContext } from './message.ts'
import { messageHtml } from './message-html.tsx'
import { messageText } from './message-text.ts'
import { shopMessage } from './shop-emails.ts'

/** One email ready to send: subject, HTML and plain text, all from the stored order. */
export function renderEmail(template: EmailTemplate, order: Order, data: EmailData, shop: MessageContext) {
  const message = isForCustomer(template)
    ? customerMessage(template, order, data, shop)
    : shopMessage(template, order, data, shop)
  return {
    subject: emailSubject(template, order, data, shop.settings.siteTitle),
    html: messageHtml({ message, order, shop }),
    text: messageText(message, order, shop),
  }
}

type EmailRow = Pick<typeof emails.$inferSelect, 'id' | 'orderId' | 'template' | 'data' | 'html' | 'text'>

/**
 * The content of an email: stored if it was sent, otherwise rendered from its order. Throws when rendering fails; the
 * email then stays queued.
 */
export async function emailContent(
  db: Db | Tx,
  email: EmailRow,
  shop: Pick<Platform, 'secret' | 'url'> & WithSettings<PaymentMethodSettings & SiteSettings>,
): Promise<{ readonly html: string; readonly text: string }> {
  if (email.html !== null && email.text !== null) return { html: email.html, text: email.text }
  if (!isEmailTemplate(email.template)) throw new Error(`Mail ${email.id} is of an unknown kind: ${email.template}`)
  const order = email.orderId === null ? null : await findOrder(db, email.orderId)
  if (!order) throw new Error(`The order of mail ${email.id} is gone`)
  const { url, secret } = shop
  const { html, text } = renderEmail(email.template, order, email.data, { url, secret, settings: shop.settings() })
  return { html, text }
}

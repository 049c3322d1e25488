import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { Order } from '../orders.store.ts'
import { emailSubject } from './email-subject.ts'
import type { EmailTemplate } from './email-templates.ts'
import { composeMessage, type MessageContext } from './message.ts'
import { messageHtml } from './message-html.tsx'
import { messageText } from './message-text.ts'

export type RenderedEmail = { readonly subject: string; readonly html: string; readonly text: string }

/** One email ready to send: subject, HTML and plain text, all from the stored order. */
export function renderEmail(
  template: EmailTemplate,
  order: Order,
  data: EmailData,
  shop: MessageContext,
): RenderedEmail {
  const message = composeMessage(template, order, data, shop)
  return {
    subject: emailSubject(template, order, data, shop.settings.siteTitle),
    html: messageHtml({ message, order, shop }),
    text: messageText(message, order, shop),
  }
}

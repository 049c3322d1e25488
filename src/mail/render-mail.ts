import type { Order } from '../orders/orders.store.ts'
import { letterFor, type Shopfront } from './letter.ts'
import { letterHtml } from './letter-html.tsx'
import { letterText } from './letter-text.ts'
import type { MailFacts } from './mail.table.ts'
import { mailSubject } from './mail-subject.ts'
import type { MailTemplate } from './mail-templates.ts'

export type Rendered = { readonly subject: string; readonly html: string; readonly text: string }

/** One mail, ready to be sent: subject, HTML and plain text, all from the order's own record. */
export function renderMail(template: MailTemplate, order: Order, facts: MailFacts, shop: Shopfront): Rendered {
  const letter = letterFor(template, order, facts, shop)
  return {
    subject: mailSubject(template, order, facts, shop.settings.siteTitle),
    html: letterHtml({ letter, order, shop }),
    text: letterText(letter, order, shop),
  }
}

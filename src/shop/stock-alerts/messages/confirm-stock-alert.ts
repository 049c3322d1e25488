import { hrefs } from '../../../platform/web/routes.ts'
import { button, defineMessage, type MessageContext } from '../../../things/messages/message.ts'
import { NO_KEY } from '../../../things/messages/sealed-payload.ts'
import { UNCONFIRMED_MS } from '../stock-alerts.store.ts'
import { type AlertSubject, loadAlert, type StoredAlert, sampleAlert } from './alert-subject.ts'

type WithToken = { readonly token: string }
type Alert = AlertSubject & WithToken

/** Double opt-in: asks the owner of a mailbox to confirm the request. Nothing else is sent before. */
export const confirmStockAlert = defineMessage({
  id: 'confirm-stock-alert',
  title: 'Confirm a stock alert',
  description: 'Someone without an account wants to be told when a product is back. It contains the link to say yes.',
  to: 'customer',
  subject: ({ name }: AlertSubject) => `Shall we tell you when ${name} is back?`,
  placeholders: { product_name: ({ name }) => name },
  secrets: { blanks: { token: NO_KEY }, lifetimeMs: UNCONFIRMED_MS },
  async load(db, email: { readonly payload: StoredAlert & WithToken }) {
    const subject = await loadAlert(db, email)
    return subject && { ...subject, token: email.payload.token }
  },
  render({ name, token }: Alert, { url }: MessageContext) {
    const intro = `Someone asked us to write to this address once ${name} is back in stock.`
    return {
      preview: intro,
      title: 'Shall we tell you?',
      blocks: [
        `${intro} If it was you, please say yes here.`,
        button('Yes, tell me', url + hrefs.stockAlert(token)),
        'The link expires after two days. If it was not you, do nothing: we will not write again.',
      ],
    }
  },
  sample: () => ({ ...sampleAlert(), token: 'sample' }),
})

import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { type AlertSubject, loadAlert, sampleAlert } from './alert-subject.ts'

export const backInStock = defineMessage({
  id: 'back-in-stock',
  title: 'Back in stock',
  description: 'A product is in stock again that people asked to be told about.',
  to: 'customer',
  optional: { label: 'When a tea that you asked about is back in stock' },
  subject: ({ name }: AlertSubject) => `${name} is back`,
  placeholders: { product_name: ({ name }) => name },
  load: loadAlert,
  render({ name, href }: AlertSubject, { url }: MessageContext<SiteSettings & MessageSettings>) {
    const intro = `${name} is in stock again. You asked us to tell you.`
    return {
      preview: intro,
      title: 'It is back.',
      blocks: [
        text(intro),
        { kind: 'button', label: 'See it in the shop', href: url + href },
        text('We cannot put one aside for you, and this is the only email about it.'),
      ],
    }
  },
  sample: sampleAlert,
})

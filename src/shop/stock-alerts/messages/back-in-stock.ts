import { button, defineMessage, type MessageContext } from '../../../things/messages/message.ts'
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
  render: ({ name, href }: AlertSubject, { url }: MessageContext) => ({
    title: 'It is back.',
    blocks: [
      `${name} is in stock again. You asked us to tell you.`,
      button('See it in the shop', url + href),
      'We cannot put one aside for you, and this is the only email about it.',
    ],
  }),
  sample: sampleAlert,
})

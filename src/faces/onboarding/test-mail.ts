import { defineAccountEmail } from '../../things/messages/message.ts'

/** Proves that email leaves the shop and arrives. */
export const testMail = defineAccountEmail<{ readonly name: string }>({
  id: 'test-mail',
  title: 'Test mail',
  description: 'You try from the first steps whether mail arrives.',
  subject: (siteTitle) => `Mail of ${siteTitle} arrives`,
  render: ({ name }, { settings }) => ({
    title: `It works, ${name}.`,
    blocks: [
      `This is a test from ${settings.siteTitle}. Your customers’ mail looks like it, and comes from the same address.`,
      'If it was in your spam folder, ask who runs your mail server for SPF and DKIM records of the address.',
    ],
  }),
  sample: () => ({ name: 'Ada' }),
})

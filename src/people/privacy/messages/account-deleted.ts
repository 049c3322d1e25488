import { defineMessage, text } from '../../../things/messages/message.ts'

type Deleted = { readonly name: string }

/** The last email to a former customer. */
export const accountDeleted = defineMessage({
  id: 'account-deleted',
  title: 'Account deleted',
  description: 'An account was deleted because its owner asked for it, or because nobody used it.',
  to: 'customer',
  subject: (_deleted: object, { siteTitle }) => `Your ${siteTitle} account is deleted`,
  load: async (_db, { payload }: { readonly payload: Deleted }) => payload,
  render: ({ name }: Deleted) => ({
    preview: 'Your account and what we knew about you are gone.',
    title: `Goodbye${name === '' ? '' : `, ${name}`}.`,
    blocks: [
      text('Your account is deleted, with your addresses, carts and choices.'),
      text(
        'We have to keep what was sold, and for how much, for our books. Your name, address, email address and telephone number are removed from it. Your comments and reviews stay as those of a former customer.',
      ),
      text('We also delete this email from our records tomorrow. You are always welcome to come back.'),
    ],
  }),
  sample: () => ({ name: 'Maya' }),
})

import { formatShopDay } from '../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { button, definePersonalEmail } from '../../things/messages/message.ts'

type Deletion = { readonly name: string; readonly dueAt: string }

const dayOf = ({ dueAt }: Deletion): string => formatShopDay(new Date(dueAt))

const sample = () => ({ name: 'Maya', dueAt: '2026-07-01T12:00:00Z' })

export const deletionRequested = definePersonalEmail<Deletion>({
  id: 'account-deletion-requested',
  title: 'Account to be deleted',
  description: 'Someone asks to delete their account. It contains the date, and the way to keep the account.',
  subject: (siteTitle) => `Your ${siteTitle} account will be deleted`,
  preview: (deletion) => `On ${dayOf(deletion)}, unless you change your mind.`,
  heading: 'Goodbye?',
  blocks: (deletion, { url }) => [
    `You asked us to delete your account. We do so on ${dayOf(deletion)}. Until then nothing is lost.`,
    'To keep it, sign in and press “Keep my account”. If you did not ask for this, sign in and change your password as well.',
    button('Keep my account', url + paths.accountPrivacy),
  ],
  sample,
})

export const accountDeleted = definePersonalEmail<{ readonly name: string }>({
  id: 'account-deleted',
  title: 'Account deleted',
  description: 'An account was deleted because its owner asked for it, or because nobody used it.',
  subject: (siteTitle) => `Your ${siteTitle} account is deleted`,
  preview: () => 'Your account and what we knew about you are gone.',
  heading: 'Goodbye.',
  blocks: () => [
    'Your account is deleted, with your addresses, carts and choices.',
    'We have to keep what was sold, and for how much, for our books. Your name, address, email address and telephone number are removed from it. Your comments and reviews stay as those of a former customer.',
    'We also delete this email from our records tomorrow. You are always welcome to come back.',
  ],
  sample: () => ({ name: 'Maya' }),
})

export const inactiveAccount = definePersonalEmail<Deletion>({
  id: 'inactive-account',
  title: 'Account not used for long',
  description:
    'An account has not been used for the time set under Privacy. It is deleted 30 days later, unless its owner signs in.',
  subject: (siteTitle) => `Do you still need your ${siteTitle} account?`,
  preview: (deletion) => `Sign in before ${dayOf(deletion)} to keep it.`,
  heading: 'It has been a while.',
  blocks: (deletion, { url }) => [
    `Nobody has signed in to your account for long. We delete it on ${dayOf(deletion)}, so that we do not keep data that nobody needs.`,
    'To keep it, sign in once before that day.',
    button('Sign in', url + hrefs.login(paths.account)),
  ],
  sample,
})

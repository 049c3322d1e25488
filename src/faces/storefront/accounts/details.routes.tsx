import { changeDetails, type DetailsProblem } from '../../../people/account/change-details.ts'
import { namesOf, readAccount } from '../../../people/identity/accounts.store.ts'
import { mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import { saveFormDraft } from '../../../people/identity/form-draft.ts'
import { ownWords } from '../../../people/identity/passwords/new-password.ts'
import { passwordRefusalTexts } from '../../../people/identity/passwords/password-rules.ts'
import { isFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { hasPassword } from '../../../people/identity/users.store.ts'
import { normalizeEmail } from '../../../platform/email-address.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { AccountForm, AccountRequest, Fields } from './account-page.tsx'
import { type Details, DetailsPage } from './pages/details-page.tsx'
import { signInAgain } from './sign-in/finish-sign-in.ts'

const NONCE = 'save-account-details-nonce'

type Problem = DetailsProblem | 'second-factor-missing'

const problemTexts: Readonly<Record<Problem, readonly [field: string, text: string]>> = {
  'first-name-missing': ['account_first_name', 'First name is a required field.'],
  'last-name-missing': ['account_last_name', 'Last name is a required field.'],
  'display-name-missing': ['account_display_name', 'Display name is a required field.'],
  'display-name-is-email': [
    'account_display_name',
    'Display name is seen by others on your reviews: please choose one that is not your email address.',
  ],
  'email-invalid': ['account_email', 'Please enter a valid email address.'],
  'second-factor-missing': ['account_email', 'Please set up your second factor before you change your email address.'],
  'too-long': ['account_first_name', 'A name can have 100 characters at most.'],
  'current-password-missing': ['password_current', 'Please enter your current password.'],
  'current-password-wrong': ['password_current', 'Your current password is not correct.'],
  'rate-limited': ['password_current', 'Too many attempts. Please try again in 15 minutes.'],
  'new-password-missing': ['password_1', 'Please enter the new password.'],
  length: ['password_1', passwordRefusalTexts.length],
  breached: ['password_1', passwordRefusalTexts.breached],
  personal: ['password_1', passwordRefusalTexts.personal],
  guessable: ['password_1', passwordRefusalTexts.guessable],
  'password-differs': ['password_2', 'The new passwords are not the same.'],
}

/** Name, display name, email address and password (ACC-02 details). */
export const detailsForm: AccountForm = { path: paths.accountDetails, nonceField: NONCE, show, submit }

async function show(request: AccountRequest, notices: NoticeList, typed?: Fields) {
  if (typed) return detailsPage(request, detailsOf(typed), [], notices)
  const account = await readAccount(request.shop.db, request.user.id)
  if (!account) return request.context.notFound()
  return detailsPage(request, { ...namesOf(account), displayName: account.name, email: account.email }, [])
}

async function submit(request: AccountRequest, fields: Fields) {
  const { context, shop, session, user } = request
  const details = detailsOf(fields)
  const password = fields.password_1 ?? ''
  const passwords = { current: fields.password_current ?? '', password, repetition: fields.password_2 ?? '' }
  const newEmail = normalizeEmail(fields.account_email ?? '')
  const isNewEmail = newEmail !== '' && newEmail !== user.email
  // The code for setting it up would be sent to the new mailbox.
  if (isNewEmail && mustSetUpSecondFactor(shop.settings(), session))
    return detailsPage(request, details, ['second-factor-missing'])
  const changed = await changeDetails(shop, session, { ...details, ...passwords })
  if (!changed.ok && changed.kind === 'invalid') return detailsPage(request, details, changed.problems)
  if (!changed.ok) {
    await saveFormDraft(context, shop, fields, { userId: user.id })
    return request.redirect(hrefs.accountConfirm(paths.accountDetails))
  }
  const notices: FlashNotice[] = [{ kind: 'success', text: 'Account details changed successfully.' }]
  if (changed.emailAskedFor !== null) notices.push(emailNotice(changed.emailAskedFor, user.email))
  if (password === '') return request.redirect(paths.accountDetails, ...notices)
  setFlash(context, shop, notices)
  return signInAgain(context, shop, {
    email: user.email,
    password,
    redirectTo: paths.accountDetails,
    isMailboxProved: false,
  })
}

/** The notice is the same if another account has the address: only the email says so. */
const emailNotice = (email: string, current: string): FlashNotice => ({
  kind: 'info',
  text: `We have written to ${email}. Open the link in that email to confirm the address. Until then you sign in with ${current}.`,
})

const detailsOf = (fields: Fields): Details => ({
  firstName: fields.account_first_name ?? '',
  lastName: fields.account_last_name ?? '',
  displayName: fields.account_display_name ?? '',
  email: (fields.account_email ?? '').trim(),
})

async function detailsPage(
  { shop, session, user, nonce, render }: AccountRequest,
  details: Details,
  problems: readonly Problem[],
  notices: NoticeList = [],
) {
  const errors = problems.map((problem) => problemTexts[problem])
  const errorNotices = errors.map(([field, text]) => ({ kind: 'error', field, text }) as const)
  return render({
    section: 'edit-account',
    title: 'Account details',
    notices: [...notices, ...errorNotices],
    body: (
      <DetailsPage
        details={details}
        errors={new Map(errors)}
        proof={(await hasPassword(shop.db, user.id)) ? 'password' : isFresh(session, shop.now()) ? 'fresh' : 'sign-in'}
        nonce={nonce(NONCE)}
        ownWords={ownWords({ ...user, siteTitle: shop.settings().siteTitle })}
      />
    ),
  })
}

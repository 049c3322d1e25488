import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type RemovedAccess, removedAccessTexts } from '../email-change-emails.ts'
import { AccountPage } from './form-parts.tsx'
import styles from './sign-in.module.css'

export type LinkQuestion = { readonly title: string; readonly text: string; readonly button: string }

/** The page of an emailed link with a button for its action, because some mail programs open every link. */
export const MailedLinkPage = ({ path, title, text, button: label }: LinkQuestion & { readonly path: string }) => (
  <AccountPage title={title} lead={text}>
    <form className={styles.form} action={path} method="post">
      <Submit label={label} />
    </form>
  </AccountPage>
)

export const ExpiredMailedLinkPage = ({ text }: { readonly text: string }) => (
  <AccountPage title="This link has expired" lead={`It has been used, it is too old, or there is a newer one. ${text}`}>
    <ButtonLink href={hrefs.login()} label="Sign in" />{' '}
    <ButtonLink variant="secondary" href={paths.home} label="Go to the shop" />
  </AccountPage>
)

export const SignInToConfirmPage = ({ isSignedIn }: { readonly isSignedIn: boolean }) => (
  <AccountPage
    title="Is it your account?"
    lead={`Nothing was changed. ${isSignedIn ? 'You are signed in to another account. Sign out, then sign' : 'Sign'} in to the account with its present email address, and press Confirm again. If you did not ask for the change, do nothing.`}
    role="alert"
  >
    <ButtonLink
      href={isSignedIn ? paths.accountSignOut : hrefs.login(paths.confirmEmail)}
      label={isSignedIn ? 'Sign out' : 'Sign in'}
    />
  </AccountPage>
)

type UndoneProps = { readonly email: string; readonly passwordKey: string; readonly takenBack: RemovedAccess }

export const EmailChangeUndonePage = ({ email, passwordKey, takenBack }: UndoneProps) => (
  <AccountPage
    title="Your account is yours again"
    lead={`Its address is ${email}. Now choose a new password; we have mailed you the link as well.`}
    role="status"
  >
    <ul>
      {removedAccessTexts(takenBack).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <ButtonLink href={hrefs.setPassword(passwordKey)} label="Choose a new password" />
  </AccountPage>
)

/** Another account has taken the address since the link was sent. Only the owner of the mailbox sees this. */
export const TakenEmailPage = () => (
  <AccountPage
    title="This address is in use"
    lead="Another account has this email address since we wrote to you. Nothing was changed."
    role="alert"
  >
    <ButtonLink href={hrefs.login()} label="Sign in" />
  </AccountPage>
)

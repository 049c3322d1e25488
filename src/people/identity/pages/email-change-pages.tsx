import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type TakenBack, takenBackTexts } from '../email-change-emails.ts'

import styles from './sign-in.module.css'

export const SignInToConfirmPage = ({ isSignedIn }: { readonly isSignedIn: boolean }) => (
  <ShopMain className={styles.page} title={<h1>Is it your account?</h1>}>
    <p className={styles.lead} role="alert">
      Nothing was changed. {isSignedIn ? 'You are signed in to another account. Sign out, then sign' : 'Sign'} in to the
      account with its present email address, and press Confirm again. If you did not ask for the change, do nothing.
    </p>
    <a className={button.primary} href={isSignedIn ? paths.accountSignOut : hrefs.login(paths.confirmEmail)}>
      {isSignedIn ? 'Sign out' : 'Sign in'}
    </a>
  </ShopMain>
)

type UndoneProps = { readonly email: string; readonly passwordKey: string; readonly takenBack: TakenBack }

export const EmailChangeUndonePage = ({ email, passwordKey, takenBack }: UndoneProps) => (
  <ShopMain className={styles.page} title={<h1>Your account is yours again</h1>}>
    <p className={styles.lead} role="status">
      Its address is {email}. Now choose a new password; we have mailed you the link as well.
    </p>
    <ul>
      {takenBackTexts(takenBack).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <a className={button.primary} href={hrefs.setPassword(passwordKey)}>
      Choose a new password
    </a>
  </ShopMain>
)

export const TakenEmailPage = () => (
  <ShopMain className={styles.page} title={<h1>This address is in use</h1>}>
    <p className={styles.lead} role="alert">
      Another account has this email address since we wrote to you. Nothing was changed.
    </p>
    <a className={button.primary} href={hrefs.login()}>
      Sign in
    </a>
  </ShopMain>
)

import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import styles from './sign-in.module.css'

/** After a new address was confirmed in a browser that is not signed in to the account. */
export const EmailChangedPage = ({ email }: { readonly email: string }) => (
  <ShopMain className={styles.page} title={<h1>Your email address is changed</h1>}>
    <p className={styles.lead} role="status">
      From now on you sign in with {email}.
    </p>
    <a className={button.primary} href={hrefs.login(paths.account)}>
      Sign in
    </a>
  </ShopMain>
)

/** Another account has the address since the link was mailed. Only the owner of its mailbox sees this. */
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

import styles from '../../../../people/accounts/pages/sign-in.module.css'
import { accountFields, SignInForm, type SignInProps } from '../../../../people/accounts/pages/sign-in-page.tsx'
import { ShopMain } from '../../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'

/** /my-account/ for guests: the sign-in form, with WooCommerce's field names. */
export function GuestAccountPage(form: SignInProps) {
  return (
    <ShopMain className={styles.page} title={<h1>Your account</h1>}>
      <p className={styles.lead}>Sign in to see your orders.</p>
      <SignInForm action={paths.account} fields={accountFields} {...form} />
      <p className={styles.after}>
        No account? You do not need one to buy. <a href={hrefs.shop()}>Go to the shop</a>
      </p>
    </ShopMain>
  )
}

import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import styles from './request-link.module.css'

/** Shown for a missing order key. Does not reveal whether the order exists. */
export function RequestLinkPage({ isSent }: { isSent: boolean }) {
  return (
    <ShopMain className={styles.page} title={<h1>Your order</h1>}>
      {isSent ? (
        <>
          <p role="status" data-notice="">
            If this is the address the order was placed with, we have just sent the link to it. Please check your inbox
            in a minute or two.
          </p>
          <p>
            <a href={hrefs.shop()}>Back to the shop</a>
          </p>
        </>
      ) : (
        <>
          <p>
            To keep orders private, this page opens only with the link from your confirmation. Enter the email address
            you ordered with, and we will send you the link again.
          </p>
          <form method="post" className={`woocommerce-verify-email ${styles.form}`}>
            <label htmlFor="email">Email address</label>
            <input id="email" name="email" type="email" autoComplete="email" required maxLength={200} />
            <button type="submit" className={button.primary}>
              Send me the link
            </button>
          </form>
          <p>
            Or <a href={paths.account}>sign in</a> if you ordered with an account.
          </p>
        </>
      )}
    </ShopMain>
  )
}

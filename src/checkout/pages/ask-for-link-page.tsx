import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import styles from './ask-for-link.module.css'

/** In place of an order whose key is missing. Nothing on it says whether there is such an order. */
export function AskForLinkPage({ isSent }: { isSent: boolean }) {
  return (
    <main id="content" className={styles.page}>
      <h1>Your order</h1>
      {isSent ? (
        <>
          <p role="status">
            If this is the address the order was placed with, the link to it is on its way there. Please look into your
            mailbox in a minute or two.
          </p>
          <p>
            <a href={hrefs.shop()}>Back to the teas</a>
          </p>
        </>
      ) : (
        <>
          <p>
            To keep orders private, this page opens with the link from your confirmation only. Tell us the e-mail
            address you ordered with, and we send the link there once more.
          </p>
          <form method="post" className={`woocommerce-verify-email ${styles.form}`}>
            <label htmlFor="email">E-mail address</label>
            <input id="email" name="email" type="email" autoComplete="email" required maxLength={200} />
            <button type="submit" className={button.primary}>
              Send me the link
            </button>
          </form>
          <p>
            Or <a href={hrefs.account()}>sign in</a> if you ordered with an account.
          </p>
        </>
      )}
    </main>
  )
}
